import Basket
import Outlive
import OutliveTesting
import Testing

@Suite(.failOnLeaks(requiringRegistrations: true)) struct BasketTests {
    @Test func leavesACycle() {
        let basket = Basket()
        basket.add()
    }

    @Test(arguments: [1, 2, 3]) func leavesACycleInEachCase(count: Int) {
        let basket = Basket()
        for _ in 0..<count { basket.add() }
    }

    @Test func leavesACycleInATask() async { await Task.detached { await Clerk().packs() }.value }

    @Test func tracksWhatItLeaves() {
        let basket = Basket()
        LeakRegistry.shared.track(basket, as: "basket")
        basket.add()
    }

    @Test func isClean() { _ = Basket() }

    @Test func fillsAShelf() { Shelf.fill() }
}

@Suite struct UnwatchedTests {
    @Test func leavesACycleUnseen() {
        let basket = Basket()
        basket.add()
    }
}
