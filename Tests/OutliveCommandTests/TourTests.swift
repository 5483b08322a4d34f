import Foundation
import Testing

/// `outlive tour`, and the examples of each command's help.
@Suite struct TourTests {
    @Test func `The tour builds a leaking program, finds the leak, writes the pages, and mends it`() async throws {
        _ = try HeapTrial()
        let scratch = try Scratch()
        let folder = scratch.file("tour")
        let run = try await outlive("tour", folder)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("50   2.00 kB  Ticket"), "\(run.errors)")
        #expect(run.output.contains("Ticket.onLeaving  <- cut here"))
        #expect(run.output.contains("8 cycles; 1 leak\n"))
        #expect(run.output.contains("8 cycles; 0 leaks\n"))
        for page in ["leak.html", "heap.html"] {
            let content = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
            #expect(content.hasPrefix("<!DOCTYPE html>"))
        }
        let source = try String(contentsOfFile: "\(folder)/desk.swift", encoding: .utf8)
        #expect(source.contains("[weak self]"))
    }

    @Test func `An interrupt ends the command of a step, and then the tour: exit 130`() async throws {
        let scratch = try Scratch()
        let (fifo, compiler) = (scratch.file("started"), scratch.file("swiftc"))
        try #require(mkfifo(fifo, 0o600) == 0)
        try "#!/bin/sh\necho $$ >\(fifo)\nexec sleep 600\n".write(toFile: compiler, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: compiler)
        let tour = try Started(
            Built.outlive, ["tour", scratch.file("tour")],
            environment: ["PATH": "\(scratch.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"])
        let compiling = try #require(pid_t(try await contents(ofPipe: fifo).dropLast()))
        kill(tour.process.processIdentifier, SIGINT)
        let run = try await tour.end()
        #expect(run.status == 130, "\(run.output)\(run.errors)")
        #expect(run.errors.isEmpty, "\(run.errors)")
        #expect(kill(compiling, 0) == -1)
    }

    @Test func `A folder that exists, or cannot be created, is refused`() async throws {
        let scratch = try Scratch()
        let folder = scratch.file("tour")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let existing = try await outlive("tour", folder)
        #expect(existing.status == 3)
        #expect(existing.errors == "outlive: \(folder) exists; name a new folder: outlive tour FOLDER\n")
        let impossible = try await outlive("tour", "/proc/tour")
        #expect(impossible.status == 3)
        #expect(impossible.errors.hasPrefix("outlive: cannot create the folder /proc/tour: "), "\(impossible.errors)")
    }

    @Test func `The help of each command has examples that begin with its name`() async throws {
        let overview = try await outlive("--help").output
        let commands = overview.matches(of: /\n  ([a-z][a-z-]+) +[A-Z]/).map { String($0.1) }
        #expect(commands.count > 14)
        #expect(overview.contains("\n  outlive tour\n"), "\(overview)")
        for command in commands + ["baseline accept", "baseline list"] {
            let arguments = command.split(separator: " ").map(String.init)
            let help = try await Started(Built.outlive, arguments + ["--help"]).end().output
            let examples = help.split(separator: "\nExamples:\n").dropFirst().first ?? ""
            // A target alone is the short form of the overview.
            let words = command == "overview" ? "outlive 4711" : "outlive \(command) "
            #expect(examples.contains("\n  \(words)"), "\(help)")
            #expect(!help.contains(/\((values|default): [^()]*\)\s+\(\1/), "\(help)")
        }
    }
}
