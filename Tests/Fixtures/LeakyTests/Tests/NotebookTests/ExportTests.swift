import Testing

@testable import Notebook

struct ExportTests {
    @Test func laysOutPagesWhileItSearches() async {
        let note = Note(title: "Long", text: "one two three four")
        async let pages = Export.layOut(note, wordsOnPage: 2)
        async let found = SearchIndex().notes(with: "one")
        #expect(await pages == 2)
        #expect(await found.isEmpty)
    }
}
