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
        ("work:\n", 1, "Missing value for '--work"),
        ("timeout: soon", 1, "soon"),
        ("ready: line:(", 1, "("),
        ("launch: |\n  sh -c\n  'exit", 1, "a single quote is not closed"),
        ("expect:\n  - umask=late\n  - mood=good\n", 3, "mood"),
        ("report:\n  - text\n  - pdf\n", 3, "pdf"),
        ("config: other.yml", 1, "--config"),
        ("help: yes", 1, "'help'"),
    ])
    func `A wrong entry is refused with its line`(text: String, line: Int, reason: String) async throws {
        expectRefusal(try await run(Array(text.utf8)), line: line, reason: reason)
    }

    @Test func `A file that is no YAML, or no mapping, is refused with its line`() async throws {
        expectRefusal(try await run(Array("pairs: 3\nwork: \"open\n".utf8)), line: 3, reason: "quoted scalar")
        expectRefusal(try await run(Array("- pairs\n- soak\n".utf8)), line: 1, reason: "not a mapping")
    }

    @Test func `A star within a text is no alias`() async throws {
        let stars = try await run(Array("launch: sh -c 'ls *' {x,*}\nready: exit\nreset: exec:true\npairs: x".utf8))
        expectRefusal(stars, line: 4, reason: "'x'")
        let shell =
            "launch: sh -c 'ls -- *.txt'\nready: line:^[*u]\nwork: |\n  exec:sh -c 'case x in\n  *) ;; esac'\npairs: x"
        expectRefusal(try await run(Array(shell.utf8)), line: 6, reason: "'x'")
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
