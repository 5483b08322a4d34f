import Testing

@testable import Notebook

@Suite struct EditorTests {
    @Test func toolbarChangesTheText() {
        let editor = Editor(Note(title: "Plan", text: "rest"))
        editor.toolbar.pressUppercase()
        #expect(editor.text == "REST")
    }

    @Test(arguments: ["en", "de", "fr"])
    func acceptsWords(language: String) {
        let checker = SpellingChecker(language: language)
        #expect(checker.accepts("tea"))
        #expect(!checker.accepts(""))
    }

    @Test func titlesAreLargerThanText() {
        #expect(Style.named("title").size > Style.named("text").size)
    }

    @Test func quotesHaveTheSizeOfText() {
        #expect(Style.named("quote").size == Style.named("text").size)
    }

    @Test(arguments: 1...20)
    func buffersAreUsedAgain(length: Int) {
        let count = BufferPool.shared.withBuffer { buffer in
            buffer.text = String(repeating: "x", count: length)
            return buffer.text.count
        }
        #expect(count == length)
    }
}
