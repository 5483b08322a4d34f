import Foundation
import Testing

/// Builds small programs for tests that need others than the fixture.
enum Toolchain {
    private static let programs: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let found = path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent("swift") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        return found?.resolvingSymlinksInPath().deletingLastPathComponent()
    }()

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

    /// A trial of `HeapTrials` with some sources of the tier, which it calls itself.
    static func buildTrial(
        _ name: String, of tierSources: [String], in folder: URL, options: [String] = []
    ) async throws -> String {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let sources = tests.deletingLastPathComponent().appendingPathComponent("Sources")
        let tier = sources.appendingPathComponent("Heap/COutliveHeap").path
        let folders = [
            tier, sources.appendingPathComponent("Heap/COutliveObjects").path,
            sources.appendingPathComponent("Application/COutlive").path,
            sources.appendingPathComponent("Application/COutlive/include").path,
        ]
        return try await buildC(
            tests.appendingPathComponent("Fixtures/HeapTrials/\(name)").path, in: folder,
            options: tierSources.map { "\(tier)/\($0)" } + folders.map { "-I\($0)" }
                + ["-Wextra", "-Werror", "-std=gnu17", "-D_GNU_SOURCE", "-lpthread", "-lm"] + options)
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
