import OutliveKnown
import OutliveModel
import Testing

/// Files of budgets as people write them: each can be edited, or is refused with the place and a remedy.
struct BudgetFormTests {
    private let terms = BudgetTerms(day: CalendarDay("2026-03-04")!, reason: "more", usualReason: "the usual")

    /// Accepts 9 allocations of a program.
    private func accept(_ text: String, as name: String) throws -> BudgetFile {
        let figures = BudgetedFigures(
            AllocationFigures(
                units: 1, blocks: Spread([9]), bytes: Spread([90]), temporary: .none,
                sites: [
                    AllocationSite(
                        type: HeapType(name: "App.A", kind: .object), stack: Backtrace(), blocks: [9], bytes: [90])
                ], peakBytes: 5),
            cycles: [], warmup: 0)
        return try BudgetAcceptance(
            of: figures, as: name, in: BudgetFile(path: "b.yml", checking: text), terms
        ).file
    }

    @Test(arguments: [
        ("{budgets: []}\n", "b.yml:1: a file in braces cannot be edited: write 'budgets:' on a line of its own"),
        (
            "# ours\nbudgets: [{name: a, growth: 0}]\n",
            "b.yml:2: a list in brackets cannot be edited: write each entry below 'budgets:'"
        ),
        ("budgets:\n- name: a\n  growth: 0\n...\n", "b.yml:4: a file cannot be edited behind the end of its document"),
        ("budgets:\r- name: a\r  growth: 0\r", "b.yml:1: this line ends in a way that cannot be edited: save the file"),
        ("budgets:\n- name: a # \u{2028}\n  growth: 0\n", "b.yml:2: this line ends in a way that cannot be edited"),
    ])
    func `An entry cannot be added to another form, which is named with a remedy`(text: String, reason: String) throws {
        let error = try #require(throws: YAMLError.self) { try accept(text, as: "new") }
        #expect(error.description.hasPrefix(reason), "\(error)")
        #expect(!error.description.contains("\n"))
    }

    @Test(arguments: [
        ("budgets:\n- {name: app, allocations: 3}\n", "b.yml:2: an entry in braces cannot be edited: write each key"),
        (
            "budgets:\n- name: app\n  allocations: 3\n  sites: {x: 3}\n",
            "b.yml:4: 'sites' in braces cannot be edited: write each of its keys on its own line"
        ),
        (
            "budgets:\n- name: app\n  allocations: 3\n  reason: |\n    two\n    lines\n",
            "b.yml:4: a value that spans lines, or has an anchor or a tag, cannot be edited: write it alone on one line"
        ),
        ("budgets:\n- name: app\n  allocations: &all 3\n", "b.yml:3: a value that spans lines, or has an anchor"),
        ("budgets:\n- name: app\n  allocations: !!int 3\n", "b.yml:3: a value that spans lines, or has an anchor"),
        ("budgets:\n- name: app\n  reason: \"a\n    b\"\n  allocations: 3\n", "b.yml:3: a value that spans lines"),
        ("budgets:\n- name: app\n  allocations: 3 # \u{85}\n", "b.yml:3: this line ends in a way"),
    ])
    func `An entry of another form cannot be changed, and the line is named`(text: String, reason: String) throws {
        let error = try #require(throws: YAMLError.self) { try accept(text, as: "app") }
        #expect(error.description.hasPrefix(reason), "\(error)")
        #expect(!error.description.contains("\n"))
    }

    @Test(arguments: [
        ("\"budgets\": [ ] # none yet\n", "new"), ("---\nbudgets: []\n", "new"),
        ("budgets:\n- {name: a, growth: 0}\n", "new"), ("budgets: # ours\n- name: a\n  growth: 0\n# the end\n", "new"),
        ("budgets:\n- name: a\n  growth: 0", "new"), ("budgets:\r\n- name: a\r\n  growth: 0\r\n", "new"),
        ("'budgets':\n- 'name': app\n  \"allocations\": '3' # was less\n", "app"),
        ("budgets:\n-\n    name: app\n    allocations: 3\n    reason: 'it''s ours' # yes\n", "app"),
        ("budgets:\n- name: app\n  allocations: 3\n  reason: a  b   # two spaces\n", "app"),
        ("budgets:\n- name: app\n  allocations: 3\n  reason: \"\\u00e9 \\\" x\"\n  date: 2026-01-01\n", "app"),
        ("budgets:\n- allocations: 3\n  name: app\n", "app"),
        ("budgets:\n- &one\n  name: app\n  allocations: 3\n", "app"),
    ])
    func `These forms are edited, and keep their comments`(text: String, name: String) throws {
        let file = try accept(text, as: name)
        let entry = try #require(file.entry(of: name))
        #expect(entry.limits[.allocations] == 9 && entry.reason == "more", "\(file.text)")
        #expect(file.entries.count == (name == "app" ? 1 : text.contains("name:") ? 2 : 1))
        let comments = text.split(whereSeparator: \.isNewline).compactMap { $0.firstMatch(of: /#.*/)?.output }
        #expect(comments.allSatisfy(file.text.contains), "\(file.text)")
        #expect(file.text.contains("\r\n") == text.contains("\r\n"))
    }

    @Test(arguments: [
        ("budgets:\n\t- name: a\n", "; indent with spaces in place of tabs"),
        ("\u{FEFF}budgets: []\n", "the file begins with a byte order mark: save it as UTF-8 without one"),
        ("- name: a\n  growth: 0\n", "write 'budgets:' and"),
        ("budgets:\n- name: a\n  growth: 0\n---\nbudgets: []\n", "b.yml:4: this is not YAML: "),
        (" \n# none\n", "the file is empty"),
        ("budgets:\n- *a\n", "'*a' is a YAML alias, which is refused"),
    ])
    func `What cannot be read is refused before it is edited`(text: String, reason: String) throws {
        let error = try #require(throws: YAMLError.self) { try accept(text, as: "new") }
        #expect(error.description.contains(reason), "\(error)")
        #expect(!error.description.contains("\n") && error.description.hasPrefix("b.yml:"))
    }
}
