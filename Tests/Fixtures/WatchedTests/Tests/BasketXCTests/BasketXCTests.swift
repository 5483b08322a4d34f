import Basket
import OutliveTesting
import XCTest

final class BasketCase: XCTestCase {
    override func invokeTest() { assertNoLeaks { super.invokeTest() } }

    func testIsClean() { _ = Basket() }

    func testLeavesACycle() {
        let basket = Basket()
        basket.add()
    }
}
