import Testing

@testable import Notebook

struct SyncTests {
    let note = Note(title: "Shopping", text: "bread milk tea")

    @Test func sendsInTheBackground() async {
        let note = note
        let sent = await Task.detached { await Uploader().send(note) }.value
        #expect(sent == 12)
    }

    @Test func countsNothingWithoutWords() {
        #expect(Note(title: "Empty").words.isEmpty)
    }
}
