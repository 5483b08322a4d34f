import Foundation
import Testing

/// Errors in `outlive.known.yml` are reported with their place, in one line, with 64.
struct KnownLeaksFileTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func list(_ text: String) async throws -> Run {
        let path = scratch.file("known.yml")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return try await outlive("baseline", "list", "--known", path)
    }

    private static let id = "0123456789abcdef"

    @Test(arguments: [
        ("", 1, "the file is empty"),
        ("# nothing\n", 1, "the file is empty"),
        ("- a\n", 1, "this is not a list of known leaks"),
        ("leaks: none\n", 1, "'leaks' must be a list"),
        ("leak: []\n", 1, "'leak' is not known here"),
        ("leaks: []\nversion: 2\n", 2, "'version' is not known here"),
        ("leaks:\n  - all\n", 2, "an entry must be a mapping"),
        ("leaks:\n  - fingerprint: \(id)\n", 2, "there is no 'reason'"),
        ("leaks:\n  - fingerprint: \(id)\n    reason:\n", 3, "'reason' is empty"),
        ("leaks:\n  - fingerprint: \(id)\n    reason: ~\n", 3, "there is no value"),
        ("leaks:\n  - fingerprint: \(id)\n    reason: ' '\n", 3, "'reason' is empty"),
        ("leaks:\n  - fingerprint: \(id)\n    reason: [a]\n", 3, "'reason' must be one text"),
        ("leaks:\n  - reason: a\n", 2, "the entry identifies no leak"),
        ("leaks:\n  - fingerprint: 12\n    reason: a\n", 2, "'12' is not a fingerprint"),
        ("leaks:\n  - type: App.A\n    reason: a\n    expire: 2027-01-01\n", 4, "'expire' is not known in an entry"),
        ("leaks:\n  - type: App.A\n    reason: a\n    expires: 2027-02-30\n", 4, "'2027-02-30' is not a date"),
        ("leaks:\n  - type: App.A\n    reason: a\n    toolchain: new\n", 4, "'new' is not a condition"),
        ("leaks:\n  - type: App.A\n    type: App.B\n    reason: a\n", 2, "'type' is given more than once"),
        (
            "leaks:\n  - fingerprint: \(id)\n    reason: a\n  - fingerprint: \(id.uppercased())\n    reason: b\n", 4,
            "is in line 2 already"
        ),
        ("leaks:\n  - type: App.A\n    reason: a\n  - type: App.A\n    reason: b\n", 4, "in line 2 already"),
        ("leaks:\n  - type: *.A\n    reason: a\n", 2, "in quotes"),
        ("leaks:\n  - type: &a x\n    reason: *a\n", 3, "alias"),
        ("leaks:\n  - {type: \"[*none\", ? &a a : *a}\n", 2, "'*a' is a YAML alias"),
        ("leaks: [\n", 2, "this is not YAML"),
        ("leaks: []\n---\nleaks: []\n", 2, "this is not YAML"),
    ])
    func `Errors in a list are refused with their line`(text: String, line: Int, reason: String) async throws {
        let run = try await list(text)
        #expect(run.status == 64, "\(run.output)\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(run.errors.contains("known.yml:\(line): "), "\(run.errors)")
        #expect(run.errors.contains(reason), "\(run.errors)")
    }

    @Test func `An empty list may be blank, and one fingerprint may have entries of several conditions`()
        async throws
    {
        let empty = try await list("leaks:\n")
        #expect(empty.status == 0 && empty.output.contains("0 known leaks"), "\(empty.errors)")
        let entry = "  - fingerprint: \(Self.id)\n    reason: a\n"
        let several = try await list("leaks:\n\(entry)\(entry)    toolchain: \">= 6.2 < 6.3\"\n")
        #expect(several.status == 0 && several.output.contains("toolchain: Swift >=6.2 <6.3"), "\(several.errors)")
    }

    @Test func `A list that another process writes to a pipe is read, however long that takes`() async throws {
        let shell = try await Started(
            "/bin/bash", ["-c", "exec '\(Built.outlive)' baseline list --known <(sleep 2; printf 'leaks: []')"]
        ).end()
        #expect(shell.status == 0 && shell.output.contains("0 known leaks"), "\(shell.errors)")
    }

    @Test func `Any unreadable list is refused`() async throws {
        try Data([0x6C, 0x0A, 0xFF]).write(to: URL(fileURLWithPath: scratch.file("latin.yml")))
        #expect(mkfifo(scratch.file("pipe.yml"), 0o600) == 0)
        for (path, reason) in [
            (scratch.file("missing.yml"), "No such file"), (scratch.path, "it is a folder"),
            ("/dev/zero", "more than 1048576 bytes"), (scratch.file("pipe.yml"), "the file is empty"),
            (scratch.file("latin.yml"), "latin.yml:2: this is not UTF-8"),
        ] {
            for command in [
                ["baseline", "list"], ["bench", "--launch", "true", "--ready", "exit", "--reset", "exec:true"],
            ] {
                let run = try await Started(Built.outlive, command + ["--known", path]).end()
                #expect(run.status == 64, "\(run.output)\(run.errors)")
                #expect(run.errors.contains(reason), "\(run.errors)")
                #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            }
        }
    }

    @Test func `A list is shown with the state of each entry`() async throws {
        let run = try await list(
            """
            # ours
            leaks:
            - fingerprint: "\(Self.id)"
              reason: >
                the store
                keeps it
              owner: store team
              expires: 2020-02-29
            - {type: "App.*", culprit: Session.onEvent, reason: "a\\u001b[31mb", expires: never, toolchain: ">=6.2 <6.4"}
            """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("2 known leaks, of which 1 expired"), "\(run.output)")
        #expect(run.output.contains("known.yml:3: fingerprint \(Self.id): EXPIRED after 2020-02-29"), "\(run.output)")
        #expect(run.output.contains("reason: the store keeps it"))
        #expect(run.output.contains("known.yml:9: type App.*, culprit Session.onEvent: accepted for good"))
        #expect(run.output.contains("toolchain: Swift >=6.2 <6.4"))
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func `The growth of libraries is listed with reasons and versions`() async throws {
        let run = try await outlive("baseline", "list", "--libraries")
        #expect(run.status == 0)
        #expect(run.output.contains("Foundation: Foundation on Linux keeps every Timer"), "\(run.output)")
        #expect(run.output.contains("seen with: Swift 6.3.1 on Linux"))
    }
}
