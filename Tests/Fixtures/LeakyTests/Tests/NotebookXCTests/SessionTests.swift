import XCTest

@testable import Notebook

final class SessionTests: XCTestCase {
    // Kept by XCTest until the last test has ended, as every test case is.
    private let notes = [Note(title: "Shopping"), Note(title: "Plan")]
    private let list = ReadingList(["Shopping", "Plan"])
    private var session: Session!

    override func setUp() {
        session = Session.logIn("ada")
    }

    override func tearDown() {
        session = nil
    }

    func testIsOpenAtFirst() {
        XCTAssertTrue(session.isOpen)
    }

    func testCloses() {
        session.close()
        XCTAssertFalse(session.isOpen)
        XCTAssertEqual(notes.count, list.titles.count)
    }
}
