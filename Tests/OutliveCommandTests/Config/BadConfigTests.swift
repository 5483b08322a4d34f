import Foundation
import Testing

/// A configuration file that cannot be used is refused with its place: one line, exit 64.
struct BadConfigTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func run(_ bytes: [UInt8], _ options: [String] = []) async throws -> Run {
        let path = scratch.file("recipe.yml")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try await Started(Built.outlive, ["bench", "--config", path] + options).end()
    }

    private func expectRefusal(_ run: Run, line: Int?, reason: String, _ location: SourceLocation = #_sourceLocation) {
        #expect(run.status == 64, "\(run.output)\(run.errors)", sourceLocation: location)
        #expect(run.output.isEmpty, sourceLocation: location)
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)", sourceLocation: location)
        #expect(run.errors.contains(reason), "\(run.errors)", sourceLocation: location)
        if let line { #expect(run.errors.contains("recipe.yml:\(line): "), "\(run.errors)", sourceLocation: location) }
    }

    @Test(arguments: [
        ("launch: a\nready: exit\nlunch: x\n", 3, "Did you mean '--launch'?"),
        ("# more\n\npairs: many\n", 3, "many"),
        ("pairs: -1", 1, "--pairs is -1"),
        ("pairs: 1.5", 1, "1.5"),
        ("pairs: [1, 2]", 1, "'pairs' must be one text"),
        ("leaks:\n  mode: off", 2, "'leaks' must be one text"),
        ("soak: 1\npairs: 1\nsoak: 2\n", 1, "'soak' is given more than once"),
        ("work:\n", 1, "Missing value for '--work"),
        ("timeout: soon", 1, "soon"),
        ("ready: line:(", 1, "("),
        ("launch: |\n  sh -c\n  'exit", 1, "a single quote is not closed"),
        ("expect:\n  - umask=late\n  - mood=good\n", 3, "mood"),
        ("expect:\n  - check: umask\n", 2, "as on the command line"),
        ("report:\n  - text\n  - pdf\n", 3, "pdf"),
        ("--pairs: 3", 1, "without dashes"),
        ("config: other.yml", 1, "--config"),
        ("help: yes", 1, "'help'"),
        ("launch: \"a\\0b\"", 1, "NUL"),
    ])
    func `A wrong entry is refused with its line`(text: String, line: Int, reason: String) async throws {
        expectRefusal(try await run(Array(text.utf8)), line: line, reason: reason)
    }

    @Test(arguments: [
        ("", 1, "empty"),
        ("# nothing but this\n", 1, "empty"),
        ("pairs", 1, "not a mapping"),
        ("- pairs\n- soak\n", 1, "not a mapping"),
        ("pairs: 3\nwork: \"open\n", 3, "quoted scalar"),
        ("pairs: 3\r\nwork: {a: [}\r\n", 2, "this is not YAML"),
        ("pairs: 3\n---\npairs: 4\n", 2, "another document"),
        ("pairs: 3\n\tsoak: 4\n", 2, "tab"),
        (String(repeating: "[", count: 200_000), 1, "nesting level"),
    ])
    func `YAML that is no mapping is refused with its line`(text: String, line: Int, reason: String) async throws {
        expectRefusal(try await run(Array(text.utf8)), line: line, reason: reason)
    }

    @Test func `Aliases, which could nest without end, are refused; a star within a text is allowed`() async throws {
        let levels = (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }.joined(separator: "\n")
        expectRefusal(try await run(Array("a0: &a0 x\n\(levels)\n? *a40\n: 1\n".utf8)), line: 2, reason: "'*a0'")
        let stars = try await run(Array("launch: sh -c 'ls *' {x,*}\nready: exit\nreset: exec:true\npairs: x".utf8))
        expectRefusal(stars, line: 4, reason: "'x'")
        let shell =
            "launch: sh -c 'ls -- *.txt'\nready: line:^[*u]\nwork: |\n  exec:sh -c 'case x in\n  *) ;; esac'\npairs: x"
        expectRefusal(try await run(Array(shell.utf8)), line: 6, reason: "'x'")
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            // A text before the alias that resembles one.
            { "a\($0): &a\($0) {\"[*none\": 0, ? [*a\($0 - 1), *a\($0 - 1)] : 1}" },
            { "? &a\($0) {? *a\($0 - 1) : 1, ? [*a\($0 - 1)] : 2}\n: 3" },
        ] as [@Sendable (Int) -> String])
    func `An alias is refused in any place, before it is expanded`(level: @Sendable (Int) -> String) async throws {
        let bomb = "a0: &a0 x\n\((1...28).map(level).joined(separator: "\n"))\n"
        expectRefusal(try await run(Array(bomb.utf8)), line: 2, reason: "'*a0'")
    }

    @Test func `A text or a nesting that is slow to compare is refused with its line`() async throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 10_000)
        expectRefusal(try await run(Array("pairs: 3\n? \"\(marks)\"\n: 4\n".utf8)), line: 2, reason: "16384 bytes")
        let keys = String(repeating: "? ", count: 17)
        expectRefusal(try await run(Array("\(keys)a\n".utf8)), line: 1, reason: "nesting level exceeds 16")
    }

    @Test func `A missing value is refused with its line`() async throws {
        expectRefusal(try await run(Array("pairs: 3\nlaunch: null".utf8)), line: 2, reason: "no value")
    }

    @Test func `Bytes that are not text are refused with their line`() async throws {
        expectRefusal(try await run(Array("pairs: 3\nwork: \"".utf8) + [0xff, 0x22, 0x0a]), line: 2, reason: "UTF-8")
        expectRefusal(try await run([0x61, 0x3a, 0x20, 0x01]), line: 1, reason: "control characters")
    }

    @Test func `An unreadable file is refused by its name`() async throws {
        expectRefusal(try await outlive("bench", "--config", "/no/such.yml"), line: nil, reason: "/no/such.yml")
        expectRefusal(try await outlive("bench", "--config", scratch.path), line: nil, reason: scratch.path)
        expectRefusal(try await outlive("bench", "--config=/dev/zero"), line: nil, reason: "bytes")
        #expect(mkfifo(scratch.file("pipe.yml"), 0o600) == 0)
        expectRefusal(try await outlive("bench", "--config", scratch.file("pipe.yml")), line: nil, reason: "empty")
        expectRefusal(try await outlive("bench", "--config"), line: nil, reason: "--config")
        expectRefusal(
            try await outlive("bench", "--config", "a", "--config=b"), line: nil, reason: "given twice")
    }

    @Test
    func `Contradicting options are refused, and missing ones named, each with a remedy`()
        async throws
    {
        let missing = try await run(Array("launch: a\n".utf8))
        expectRefusal(missing, line: nil, reason: "missing: --ready, --reset;")
        #expect(missing.errors.contains("--config FILE"))
        let signal = try await run(Array("launch: a\nready: line:up\nreset: signal:HUP\n".utf8))
        expectRefusal(signal, line: nil, reason: "nothing acknowledges")
        let gate = try await run(
            Array("launch: a\nready: exit\nreset: exec:b\npairs: 5\n".utf8), ["--min-speedup", "2"])
        expectRefusal(gate, line: nil, reason: "6")
    }
}
