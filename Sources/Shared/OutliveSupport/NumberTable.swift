/// A table of distinct items, numbered in the order of their first use.
package struct NumberTable<Item: Hashable & Sendable>: Sendable {
    package private(set) var items: [Item] = []
    private var numbers: [Item: Int] = [:]

    package init() {}

    /// Returns the number of an item, after adding it if it is new.
    package mutating func number(of item: Item) -> Int {
        if let number = numbers[item] { return number }
        numbers[item] = items.count
        items.append(item)
        return items.count - 1
    }
}
