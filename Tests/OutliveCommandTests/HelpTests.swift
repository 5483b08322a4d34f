import Foundation
import Testing

/// The help of every command: examples that work when they are pasted, exit codes, and lines for a narrow terminal.
@Suite(.timeLimit(.minutes(5)))
struct HelpTests {
    /// The commands with their subcommands, as the words after `outlive`; none for `outlive` itself.
    private static let commands: [[String]] =
        [[]]
        + [
            "test", "soak", "watch", "run", "leaks-log", "metric-kit", "overview", "census", "heap", "explore", "state",
            "tasks", "memory", "explain", "mcp", "bench", "compare", "bisect", "xcode-log", "report", "merge",
            "baseline",
            "budget", "audit", "tour", "doctor",
        ].map { [$0] } + ["baseline", "budget"].flatMap { [[$0, "accept"], [$0, "list"]] }

    private func help(of command: [String]) async throws -> String {
        try await Started(Built.outlive, command + ["--help"], environment: ["COLUMNS": "80"]).end().output
    }

    @Test func `All commands are known here`() async throws {
        let listed = try await help(of: []).split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            let isEntry = line.hasPrefix("  ") && line.dropFirst(2).first?.isLowercase == true && words.count > 1
            return isEntry && line.contains("   ") ? words.first.map(String.init) : nil
        }
        #expect(Set(listed) == Set(Self.commands.compactMap(\.first)))
    }

    @Test(arguments: commands)
    func `Help has at most 80 columns, exit codes and examples`(command: [String]) async throws {
        let help = try await help(of: command)
        let wide = help.split(separator: "\n").filter { $0.count > 80 }
        #expect(wide == [])
        #expect(help.replacing("\n", with: " ").contains("Exit codes: "))
        #expect(!examples(in: help).isEmpty)
        #expect(shownExamples(in: help).allSatisfy { $0.isEmpty || $0.hasPrefix("  ") }, "a wrapped line: \(help)")
    }

    @Test(arguments: commands)
    func `Each example is a command that the parser accepts`(command: [String]) async throws {
        let folder = try Scratch()
        for (name, text) in [
            ("bench.yml", "launch: ./app\nready: notify\nreset: exec:true\n"), ("outlive.known.yml", "leaks: []\n"),
            ("soak.yml", "launch: ./app\nready: notify\nwork: exec:true\ngrowth: fail\ncycles: 20\n"),
            (
                "outlive.budget.yml",
                "budgets:\n- name: app\n  growth: 0\n- test: ATests.ATests/a()\n  growth: 0\n"
            ),
            ("run.json", ""), ("now.heap", ""), ("requests.txt", "GET /\n"),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        for name in ["reports", "old", "new"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
        }
        for example in examples(in: try await help(of: command)) where !example.hasPrefix("outlive tour") {
            // The processes of the examples do not exist, and no compiler is found.
            let script = example.replacing(/\b(1234|4711|4720|4721)\b/, with: "99999999")
            let run = try await Started(
                "/bin/sh", ["-c", "cd '\(folder.path)'; outlive() { '\(Built.outlive)' \"$@\"; }; \(script)"],
                environment: ["PATH": "/no/such/folder"]
            ).end()
            let isAbsent = ["there is no recipe 'redis'", "there is no process 99999999"].contains(
                where: run.errors.contains)
            #expect(run.status != 64 || isAbsent, "\(example)\n\(run.errors)")
        }
    }

    /// Returns the examples, each on one line.
    private func examples(in help: String) -> [String] {
        let joined = shownExamples(in: help).joined(separator: "\n").replacing(#/ \\\n */#, with: " ")
        return joined.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("outlive ") }
            .map(String.init)
    }

    private func shownExamples(in help: String) -> [Substring] {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        return Array(lines.drop { $0 != "Examples:" }.dropFirst().prefix { !$0.hasPrefix("USAGE:") })
    }
}
