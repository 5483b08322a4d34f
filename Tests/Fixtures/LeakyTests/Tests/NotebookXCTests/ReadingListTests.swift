import XCTest

@testable import Notebook

final class ReadingListTests: XCTestCase {
    private var list = ReadingList([])
    private lazy var other = ReadingList(["Plan"])

    func testKeepsTheOrder() {
        list.add("Shopping")
        list.add("Plan")
        XCTAssertEqual(list.titles, ["Shopping", "Plan"])
    }

    func testIsEmptyAtFirst() {
        XCTAssertTrue(list.titles.isEmpty)
        XCTAssertEqual(other.titles, ["Plan"])
    }
}
