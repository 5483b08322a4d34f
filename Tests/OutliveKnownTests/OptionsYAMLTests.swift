import Foundation
import OutliveKnown
import Testing

struct OptionsYAMLTests {
    private func options(_ text: String) throws(YAMLError) -> [OptionEntry] {
        try YAMLFile(path: "recipe.yml", text: text).options(lists: ["expect", "report"])
    }

    private func expectRefusal(
        line: Int, reason: String, _ location: SourceLocation = #_sourceLocation, _ read: () throws -> Void
    ) throws {
        let error = try #require(throws: YAMLError.self, sourceLocation: location) { try read() }
        #expect(error.description.contains("recipe.yml:\(line): "), "\(error)", sourceLocation: location)
        #expect(error.description.contains(reason), "\(error)", sourceLocation: location)
        #expect(!error.description.contains("\n"), "\(error)", sourceLocation: location)
    }

    @Test func `Options have the text of their values, whatever type YAML infers, and their lines`() throws {
        let entries = try options(
            "pairs: 3\nleaks: off\n\nwork: |\n  a\n  b\nexpect:\n  - a=b\n  - 1.50\nreport: text\n")
        #expect(entries.map(\.name) == ["pairs", "leaks", "work", "expect", "expect", "report"])
        #expect(entries.map(\.value) == ["3", "off", "a\nb\n", "a=b", "1.50", "text"])
        #expect(entries.map(\.line) == [1, 2, 4, 8, 9, 10])
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
        ("pairs: [1, 2]", 1, "'pairs' must be one text or number (lists are for expect and report)"),
        ("leaks:\n  mode: off", 2, "'leaks' must be one text"),
        ("soak: 1\npairs: 1\nsoak: 2\n", 1, "'soak' is given more than once"),
        ("expect:\n  - check: umask\n", 2, "as on the command line"),
        ("--pairs: 3", 1, "without dashes"),
        ("launch: \"a\\0b\"", 1, "NUL"),
        ("pairs: 3\nlaunch: null", 2, "no value"),
    ])
    func `YAML that is no mapping of options is refused with its line`(text: String, line: Int, reason: String) throws {
        try expectRefusal(line: line, reason: reason) { _ = try options(text) }
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" },
            // A text before the alias that resembles one.
            { "a\($0): &a\($0) {\"[*none\": 0, ? [*a\($0 - 1), *a\($0 - 1)] : 1}" },
            { "? &a\($0) {? *a\($0 - 1) : 1, ? [*a\($0 - 1)] : 2}\n: 3" },
        ] as [@Sendable (Int) -> String])
    func `An alias is refused in any place, before it is expanded`(level: @Sendable (Int) -> String) throws {
        let bomb = "a0: &a0 x\n\((1...40).map(level).joined(separator: "\n"))\n? *a40\n: 1\n"
        try expectRefusal(line: 2, reason: "'*a0'") { _ = try options(bomb) }
    }

    @Test func `A text or a nesting that is slow to compare is refused with its line`() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 10_000)
        try expectRefusal(line: 2, reason: "16384 bytes") { _ = try options("pairs: 3\n? \"\(marks)\"\n: 4\n") }
        let keys = String(repeating: "? ", count: 17)
        try expectRefusal(line: 1, reason: "nesting level exceeds 16") { _ = try options("\(keys)a\n") }
    }

    @Test(
        arguments: [
            (Array("pairs: 3\nwork: \"".utf8) + [0xff, 0x22, 0x0a], 2, "UTF-8"),
            ([0x61, 0x3a, 0x20, 0x01], 1, "control characters"),
        ] as [([UInt8], Int, String)])
    func `Bytes that are not text are refused with their line`(bytes: [UInt8], line: Int, reason: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "options-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "recipe.yml")
        try Data(bytes).write(to: file)
        try expectRefusal(line: line, reason: reason) {
            _ = try YAMLFile(reading: file.path, kind: "file of options").options(lists: ["expect", "report"])
        }
    }
}
