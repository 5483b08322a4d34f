import Foundation
import Testing

/// `outlive audit` on programs that are built beside the tests, and on small ones of its own.
struct AuditTests {
    private struct Outcome: Decodable {
        struct Audit: Decodable {
            struct Finding: Decodable {
                var part: String
            }
            var path: String
            var neededBy: String?
            var findings: [Finding]
        }
        struct Failure: Decodable {
            var path: String
            var reason: String
        }
        var version: Int
        var outcome: Int32
        var audits: [Audit]
        var failures: [Failure]
    }

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func compile(_ source: String, _ name: String, _ options: String...) async throws -> String {
        try Data(source.utf8).write(to: URL(fileURLWithPath: scratch.file("\(name).c")))
        let made = try await Started(
            "/usr/bin/env", ["clang", "-o", scratch.file(name), scratch.file("\(name).c")] + options
        ).end()
        try #require(made.status == 0, "\(made.errors)")
        return scratch.file(name)
    }

    /// The output with every place in a file as `0x…`, and without the folder.
    private func golden(_ run: Run) -> String {
        run.output.replacingOccurrences(of: scratch.path + "/", with: "")
            .replacing(/0x[0-9a-f]+/, with: "0x…")
    }

    @Test func `Parts of Outlive are found by symbols, or by texts if stripped: exit 1`() async throws {
        let source = """
            #include <stdio.h>
            int outl_signal_listen(int number) { return puts("outlive.signal-notifier") + number; }
            int outl_heap_begin(void) { return 1; }
            int main(void) { return outl_signal_listen(1) + outl_heap_begin(); }
            """
        let program = try await compile(source, "program")
        let whole = try await outlive("audit", program)
        #expect(whole.status == 1, "\(whole.errors)")
        #expect(
            golden(whole) == """
                program: signal notifier: symbol "outl_signal_listen" (.strtab at 0x…), and 1 more
                program: malloc interposer: symbol "outl_heap_begin" (.strtab at 0x…)
                not clean: 2 parts of Outlive in 1 of 1 file

                """)
        let stripped = try await compile(source, "stripped", "-s")
        let run = try await outlive("audit", stripped)
        #expect(run.status == 1)
        #expect(
            golden(run) == """
                stripped: signal notifier: string "outlive.signal-notifier" (.rodata at 0x…)
                not clean: 1 part of Outlive in 1 of 1 file

                """)
        #expect(run.errors.isEmpty)
    }

    @Test func `The audit finds Outlive in the sample, and none in the command`() async throws {
        let clean = try await outlive("audit", Built.outlive)
        #expect(clean.status == 0, "\(clean.output)")
        #expect(clean.output == "clean: nothing of Outlive that records, listens or resets in 1 file\n")
        let run = try await outlive("audit", "--report", "json", Built.noteService, Built.outlive)
        #expect(run.status == 1)
        let outcome = try JSONDecoder().decode(Outcome.self, from: Data(run.output.utf8))
        #expect(outcome.version == 1 && outcome.outcome == 1 && outcome.failures.isEmpty)
        #expect(outcome.audits.map(\.path) == [Built.noteService, Built.outlive])
        let parts = outcome.audits[0].findings.map(\.part)
        #expect(parts.starts(with: ["registry", "resetHost", "signalNotifier"]))
    }

    @Test func `Bundled libraries are audited with their program, and a missing one is reported`()
        async throws
    {
        let folder = scratch.file("lib")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let library = try await compile(
            "const char *part(void) { return \"outlive.signal-notifier\"; }", "lib/libOutliveParts.so", "-shared",
            "-fPIC")
        let program = try await compile(
            "const char *part(void); int main(void) { return part()[0] == 0; }", "program", "-L\(folder)",
            "-lOutliveParts", "-Wl,-rpath,$ORIGIN/lib")
        let run = try await outlive("audit", "--report", "json", program)
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let outcome = try JSONDecoder().decode(Outcome.self, from: Data(run.output.utf8))
        #expect(outcome.audits.map(\.findings.count) == [0, 1])
        #expect(outcome.audits.last?.neededBy == program)

        try FileManager.default.moveItem(atPath: library, toPath: scratch.file("libOutliveParts.so"))
        let missing = try await outlive("audit", program)
        #expect(missing.status == 3)
        #expect(missing.errors.contains("libOutliveParts.so"))
        // Wherever it is: it was named.
        #expect(try await outlive("audit", program, scratch.file("libOutliveParts.so")).status == 1)
    }

    @Test func `A file that cannot be audited outranks findings in others: exit 3`() async throws {
        let text = scratch.file("text")
        try Data("not a program".utf8).write(to: URL(fileURLWithPath: text))
        for path in [text, scratch.file("missing"), scratch.path, "/dev/null", ""] {
            let run = try await outlive("audit", path, Built.noteService)
            #expect(run.status == 3)
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            #expect(run.errors.contains("cannot audit \(path): "))
            #expect(run.lastLine.hasPrefix("failed: 1 file could not be audited; "))
        }
        let alone = try await outlive("audit", text)
        #expect(alone.output == "failed: 1 file could not be audited\n")
    }

    @Test func `Unusable arguments are refused in one line, before anything is read: exit 64`() async throws {
        for (arguments, reason) in [
            ([], "executable"), (["--report", "xml", "/missing"], "xml"), (["--deep", "/missing"], "--deep"),
        ] {
            let run = try await Started(Built.outlive, ["audit"] + arguments).end()
            #expect(run.status == 64)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(reason) && run.errors.contains("outlive audit --help"), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
        }
        #expect(try await outlive("audit", "--help").output.contains("0 nothing was found"))
    }

    @Test func `A file name cannot write control characters to the terminal`() async throws {
        let run = try await outlive("audit", scratch.file("a\u{1B}[31m"))
        #expect(run.status == 3)
        #expect(!run.errors.contains("\u{1B}"))
    }

    @Test func `An audit that cannot be written fails: exit 3`() async throws {
        let script = "\"$0\" audit \"$0\" >/dev/full"
        let run = try await Started("/bin/sh", ["-c", script, Built.outlive]).end()
        #expect(run.status == 3)
        #expect(run.errors.contains("No space left"))
    }
}
