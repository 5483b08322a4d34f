import Testing

@testable import Notebook

@Suite("Search") struct SearchTests {
    @Test func `The index follows changes`() async {
        let index = SearchIndex()
        await index.add(Note(title: "Shopping", text: "bread milk"))
        #expect(await index.startUpdates())
        #expect(await index.notes(with: "milk") == ["Shopping"])
    }

    @Test("The history has what was searched for", arguments: ["milk", "tea"])
    func history(words: String) {
        SearchHistory.add(words)
        #expect(SearchHistory.last != nil)
    }

    @Test func theCalendarHasFiveWorkdays() {
        #expect(workCalendar.workdays.count == 5)
    }
}
