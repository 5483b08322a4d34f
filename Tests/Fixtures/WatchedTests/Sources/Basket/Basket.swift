/// A basket that its items refer to: a reference cycle as soon as it has one.
package final class Basket: @unchecked Sendable {
    var items: [Item] = []

    package init() {}

    package func add() { items.append(Item(in: self)) }
}

final class Item {
    let basket: Basket

    init(in basket: Basket) { self.basket = basket }
}

/// An actor that leaks a basket behind an `await`.
package actor Clerk {
    package init() {}

    package func packs() async {
        let basket = Basket()
        await Task.yield()
        basket.add()
    }
}

package enum Shelf {
    nonisolated(unsafe) static var first: Basket?

    /// Keeps a basket for good, as a cache does.
    package static func fill() { first = first ?? Basket() }
}
