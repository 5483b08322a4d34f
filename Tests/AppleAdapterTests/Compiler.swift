import Foundation

/// This toolchain's compiler for code of Apple's platforms, with stubs in place of Apple's modules.
struct Compiler: Sendable {
    /// A compiler with the stubs compiled, once for all tests.
    static let shared = Task { try await Compiler() }

    /// The folder for all its output, removed when the tests end.
    let folder: URL
    private let built: URL

    /// Compiles the stubs.
    private init() async throws {
        let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        built = URL(filePath: runner).deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appending(path: "outlive-apple-\(getpid())")
        removeAtExit(folder.path)
        for platform in ["all", "iOS"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: platform), withIntermediateDirectories: true)
        }
        // Each may import those before it.
        for module in ["ObjectiveC", "CoreFoundation", "CoreGraphics", "Darwin", "UIKit", "XCUIAutomation", "XCTest"] {
            let place = folder.appending(path: module == "UIKit" ? "iOS" : "all")
            try await emit(
                module, from: [Sources.stubs.appending(path: "\(module).swift")], to: place,
                options: ["-suppress-warnings"])
        }
    }

    /// Options that make the compiler support selectors, as on Apple's platforms.
    ///
    /// On Linux it then cannot check code that converts pointers.
    static let selectors = ["-Xfrontend", "-enable-objc-interop"]

    /// Writes the adapters' modules where code that uses them can import them from.
    ///
    /// - Returns: the options to do so.
    func emitAdapters() async throws -> [String] {
        let place = folder.appending(path: "adapters")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for module in ["OutliveUIKit", "OutliveXCUITest"] {
            // Bodies are of no interest here, and no code can be made of selectors on Linux.
            try await emit(
                module, from: Sources.adapters(module), to: place,
                options: ["-D", "LiveReset", "-Xfrontend", "-experimental-skip-all-function-bodies"] + Self.selectors
                    + search(.iOS))
        }
        return ["-I", place.path]
    }

    /// Writes a module from a text, for others to import.
    func emit(_ module: String, text: String, to name: String) async throws {
        let place = folder.appending(path: name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let file = place.appending(path: "\(module).swift")
        try text.write(to: file, atomically: true, encoding: .utf8)
        try await emit(module, from: [file], to: place, options: search(.iOS))
    }

    private func emit(_ module: String, from files: [URL], to place: URL, options: [String]) async throws {
        let run = try await ToolRun(
            "swiftc",
            [
                "-emit-module", "-module-name", module, "-emit-module-path",
                place.appending(path: "\(module).swiftmodule").path, "-I", folder.appending(path: "all").path,
            ] + common + options + files.map(\.path), in: folder)
        guard run.isGood else { throw Complaint(description: "\(module) cannot be compiled:\n\(run.output)") }
    }

    /// The name of this package in SwiftPM: that of its folder, with `_` for characters that identifiers cannot have.
    private static let packageName: String = {
        let name = Sources.root.lastPathComponent.lowercased().unicodeScalars.map { scalar in
            scalar == "_" || scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                ? Character(scalar) : "_"
        }
        return String(name.first?.isNumber == true ? "_" + name.dropFirst() : name[...])
    }()

    /// The options of all code.
    var common: [String] {
        [
            "-swift-version", "6", "-parse-as-library", "-enable-upcoming-feature", "ExistentialAny",
            "-enable-upcoming-feature", "InternalImportsByDefault",
            "-enable-upcoming-feature", "MemberImportVisibility",
            "-I", Sources.stubs.appending(path: "CCoreFoundation").path,
            "-package-name", Self.packageName,
            // A private cache: compilers that fill one cache at once wait for each other, and sometimes fail.
            "-module-cache-path", folder.appending(path: "modules").path,
        ]
    }

    /// The options that name the folders of modules.
    ///
    /// Stubs come first, because Linux has an XCTest, too; then this package's built modules.
    func search(_ platform: Platform) -> [String] {
        let stubs = platform == .iOS ? ["all", "iOS"] : ["all"]
        return stubs.flatMap { ["-I", folder.appending(path: $0).path] }
            + ["-I", built.appending(path: "Modules").path]
            + ["-Xcc", "-fmodule-map-file=\(built.appending(path: "COutlive.build/module.modulemap").path)"]
    }
}
