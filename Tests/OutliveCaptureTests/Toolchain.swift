import Foundation
import Testing

/// Builds small programs for tests that need others than the fixture.
enum Toolchain {
    private static let programs = find("swift")?.resolvingSymlinksInPath().deletingLastPathComponent()

    /// The path of the compiler for the C library musl, or `nil` if it is not installed.
    static let muslCompiler = find("musl-gcc")?.path

    private static func find(_ program: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent(program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs a program of the toolchain to its end.
    private static func run(_ name: String, _ arguments: [String]) async throws {
        let tool = try #require(programs, "swift is not in PATH").appendingPathComponent(name)
        let ending = try await WatchedProgram(arguments: arguments, executable: tool.path, isWatched: false).end()
        try #require(ending.status == 0, "\(name): \(ending.errors)")
    }

    /// A program in C that is linked with the Swift runtime, in a folder that the caller removes.
    static func buildC(_ source: String, in folder: URL, options: [String] = []) async throws -> String {
        let libraries = try #require(programs).deletingLastPathComponent().appendingPathComponent("lib/swift/linux")
            .path
        let output = folder.appendingPathComponent(UUID().uuidString).path
        let arguments = ["-O1", "-Wall", "-fno-builtin", "-o", output, source, "-lswiftCore"]
        let own = ["-L" + libraries, "-Wl,-rpath," + libraries]
        try await run("clang", arguments + (Emulation.clangOptions ?? own) + options)
        return output
    }

    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let application = repository.appendingPathComponent("Sources/Application/COutlive")
    private static let tier = repository.appendingPathComponent("Sources/Heap/COutliveHeap")
    private static let objects = repository.appendingPathComponent("Sources/Heap/COutliveObjects")

    /// The folders with the headers of the tier.
    static let tierFolders = [
        tier.path, tier.path + "/include", objects.path, application.path, application.path + "/include",
    ]

    /// The source files of the tier, as `scripts/heap-library` compiles them.
    static let tierSources =
        [tier, objects].flatMap { root in
            let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
            return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "c" }.map(\.path)
        }
        + ["cfi", "image", "stack", "stack_table", "unwind", "walk"].map { "\(application.path)/outl_\($0).c" }

    /// A trial of `HeapTrials` with some sources of the tier, which it calls itself.
    static func buildTrial(
        _ name: String, of tierSources: [String], in folder: URL, options: [String] = []
    ) async throws -> String {
        return try await buildC(
            repository.appendingPathComponent("Tests/Fixtures/HeapTrials/\(name)").path, in: folder,
            options: tierSources.map { "\(tier.path)/\($0)" } + tierFolders.map { "-I\($0)" }
                + ["-Wextra", "-Werror", "-std=gnu17", "-D_GNU_SOURCE", "-lpthread", "-lm"] + options)
    }

    /// Runs trials of such a program, each of which has to print `ok`.
    static func run(trials: [String], of program: String) async throws {
        for trial in trials {
            let ending = try await WatchedProgram(arguments: [trial], executable: program, isWatched: false).end()
            #expect(ending.output == "ok\n" && ending.errors == "", "\(trial): \(ending.output)\(ending.errors)")
            #expect(ending.status == 0, "\(trial)")
        }
    }

    /// A Swift program.
    static func buildSwift(_ source: String, in folder: URL, options: [String] = []) async throws -> String {
        let output = folder.appendingPathComponent(UUID().uuidString).path
        try await run("swiftc", ["-parse-as-library", "-o", output, source] + options)
        return output
    }
}

/// A folder of its own, which goes away with it.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file in it; its path.
    func write(_ text: String, as name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}
