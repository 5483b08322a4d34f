import Foundation

extension Compiler {
    /// Checks Swift code as the package's manifest has it checked: all errors, and warnings as such.
    ///
    /// - Parameter files: of one module.
    func check(_ files: [URL], module: String, for platform: Platform, options: [String] = []) async throws -> ToolRun {
        try await ToolRun(
            "swiftc",
            ["-typecheck", "-module-name", module, "-warnings-as-errors"] + common + options + search(platform)
                + files.map(\.path), in: folder)
    }

    /// Checks a text.
    func check(
        text: String, module: String, for platform: Platform, options: [String] = []
    ) async throws -> ToolRun {
        let file = folder.appending(path: "\(UUID().uuidString).swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return try await check([file], module: module, for: platform, options: options)
    }

    /// Runs code of the kit on elements that a test makes, in one module with the stubs that it shadows.
    ///
    /// - Parameters:
    ///   - elements: The name of the program, among those in `Stubs/Played`.
    ///   - kit: The sources of the kit that it needs.
    func run(_ elements: String, with kit: [URL]) async throws -> ToolRun {
        let stubs = ["CoreGraphics", "XCUIAutomation", "Played/\(elements)"].map {
            Sources.stubs.appending(path: "\($0).swift")
        }
        let program = folder.appending(path: elements)
        let built = try await ToolRun(
            "swiftc",
            ["-module-name", elements, "-o", program.path, "-suppress-warnings"] + common + search(.iOS)
                + (stubs + kit).map(\.path), in: folder)
        return built.isGood ? try await ToolRun(program.path, [], in: folder) : built
    }

    /// Checks a C source of the package, on the headers of this machine.
    func check(c file: String, options: [String]) async throws -> ToolRun {
        try await ToolRun(
            "clang",
            ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-D__APPLE__", "-U__linux__", "-D_GNU_SOURCE"]
                + ["-I", Sources.root.appending(path: "Sources/Application/COutlive/include").path] + options
                + [Sources.root.appending(path: file).path], in: folder)
    }
}
