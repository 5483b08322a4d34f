import Foundation
import OutliveKnown
import OutliveModel
import Testing

struct KnownLeaksFileTests {
    private func list(_ text: String) throws -> KnownLeaksFile { try KnownLeaksFile(path: "known.yml", text: text) }

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
    func `Errors in a list have their line`(text: String, line: Int, reason: String) throws {
        let error = try #require(throws: YAMLError.self) { try list(text) }
        #expect(error.description.hasPrefix("known.yml:\(line): "), "\(error)")
        #expect(error.description.contains(reason), "\(error)")
        #expect(!error.description.contains("\n"), "\(error)")
    }

    @Test func `An empty list may be blank, and one fingerprint may have entries of several conditions`() throws {
        #expect(try list("leaks:\n").listing(on: .today) == "known.yml: 0 known leaks\n")
        let entry = "  - fingerprint: \(Self.id)\n    reason: a\n"
        let several = try list("leaks:\n\(entry)\(entry)    toolchain: \">= 6.2 < 6.3\"\n")
        #expect(several.listing(on: .today).contains("toolchain: Swift >=6.2 <6.3"))
    }

    @Test func `Any unreadable list is refused`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "known-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String) -> String { folder.appending(path: name).path }
        try Data([0x6C, 0x0A, 0xFF]).write(to: URL(filePath: file("latin.yml")))
        #expect(mkfifo(file("pipe.yml"), 0o600) == 0)
        for (path, reason) in [
            (file("missing.yml"), "No such file"), (folder.path, "it is a folder"),
            ("/dev/zero", "more than 1048576 bytes"), (file("pipe.yml"), "the file is empty"),
            (file("latin.yml"), "latin.yml:2: this is not UTF-8"),
        ] {
            let error = try #require(throws: YAMLError.self) { try KnownLeaksFile(reading: path) }
            #expect(error.description.contains(reason), "\(error)")
            #expect(!error.description.contains("\n"), "\(error)")
        }
        #expect(try KnownLeaksFile(readingIfPresent: file("missing.yml")).text.isEmpty)
    }

    @Test func `A list is shown with the state of each entry`() throws {
        let text = try list(
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
            """
        ).listing(on: #require(CalendarDay("2020-03-01")))
        #expect(
            text == """
                known.yml: 2 known leaks, of which 1 expired
                  known.yml:3: fingerprint \(Self.id): EXPIRED after 2020-02-29
                    reason: the store keeps it
                    owner: store team
                  known.yml:9: type App.*, culprit Session.onEvent: accepted for good
                    reason: a [31mb
                    toolchain: Swift >=6.2 <6.4

                """)
    }
}
