import Foundation
import OutliveModel
import Testing

/// The fixture with variables of many kinds, which obeys words. It is killed with the last reference.
final class StatefulProgram: @unchecked Sendable {
    let id: Int32
    private let process = Process()
    private let input = Pipe()
    private let output: FileHandle

    /// - Parameters:
    ///   - command: The command that runs the fixture, such as `outlive run`.
    init(of program: String = Built.stateFixture, under command: [String] = [], environment: [String: String] = [:])
        async throws
    {
        let pipe = Pipe()
        output = pipe.fileHandleForReading
        let words = command + [program]
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = try await Self.line(output)
        id = try #require(line.split(separator: " ").last.flatMap { Int32($0) }, "\(line)")
    }

    deinit {
        kill(id, SIGKILL)
        if process.isRunning { process.terminate() }
    }

    /// Sends words to the program, each to its end.
    func obey(_ words: String...) async throws {
        for word in words {
            try input.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
            _ = try await Self.line(output)
        }
    }

    private static func line(_ handle: FileHandle) async throws -> String {
        try await awaiting {
            var text = ""
            while !text.hasSuffix("\n") {
                let data = handle.availableData
                guard !data.isEmpty else { break }
                text += String(decoding: data, as: UTF8.self)
            }
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    /// Returns the report of a target.
    static func report(_ target: String, _ options: [String] = []) async throws -> StateReport {
        let run = try await Started(Built.outlive, ["state", target, "--report", "json"] + options).end()
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(StateReport.self, from: Data(run.output.utf8))
    }

    /// Compiles a program that obeys words as the fixture does.
    static func compile(_ program: String, to executable: String, in scratch: Scratch, _ options: String...)
        async throws
    {
        let source = scratch.file("main.swift")
        try Data(program.utf8).write(to: URL(fileURLWithPath: source))
        let made = try await Started(
            "/usr/bin/env", ["swiftc", "-module-name", "app", "-o", executable, source] + options
        ).end()
        try #require(made.status == 0, "\(made.errors)")
    }

    /// Compiles the fixture with optimisation.
    static func optimise(to executable: String, _ trial: HeapTrial) async throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/StateFixture").path
        let map = "module CStateGlobals { header \"\(fixture)/CGlobals/include/globals.h\" export * }"
        try Data(map.utf8).write(to: URL(fileURLWithPath: trial.file("module.modulemap")))
        let script = """
            clang -O2 -g -I "$1/CGlobals/include" -c -o "$2/globals.o" "$1/CGlobals/globals.c" &&
            swiftc -O -g -swift-version 6 -module-name state_fixture -I "$2" -o "$3" "$1"/Program/*.swift "$2/globals.o"
            """
        let made = try await Started(
            "/bin/sh", ["-c", script, "optimise", fixture, trial.file("."), executable]
        ).end()
        try #require(made.status == 0, "\(made.errors)")
    }
}
