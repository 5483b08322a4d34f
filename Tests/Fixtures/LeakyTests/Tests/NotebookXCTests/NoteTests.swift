import XCTest

@testable import Notebook

final class NoteTests: XCTestCase {
    func testSendsInTheBackground() async {
        let sent = await Task.detached { await Uploader().send(Note(title: "Plan", text: "rest")) }.value
        XCTAssertEqual(sent, 4)
    }

    func testRemembersSearches() {
        SearchHistory.add("tea")
        XCTAssertEqual(SearchHistory.last, "tea")
    }

    func testCopies() {
        Clipboard.copy("tea")
        XCTAssertEqual(Clipboard.latest.withLock { $0?.text }, "tea")
    }

    func testOpensAnEditor() {
        let before = Editor.open.withLock { $0 }
        let editor = Editor(Note(title: "Plan"))
        XCTAssertEqual(Editor.open.withLock { $0 }, before + 1)
        withExtendedLifetime(editor) {}
    }

    func testSavesAMomentLater() {
        Autosave(Note(title: "Draft")).saveSoon()
    }

    func testBuffersAreUsedAgain() {
        for length in 1...20 {
            let count = BufferPool.shared.withBuffer { buffer in
                buffer.text = String(repeating: "x", count: length)
                return buffer.text.count
            }
            XCTAssertEqual(count, length)
        }
    }
}
