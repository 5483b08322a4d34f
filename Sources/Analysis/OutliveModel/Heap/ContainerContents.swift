/// The fill level of the storage of arrays, dictionaries, sets, strings or data.
package struct ContainerContents: Codable, Hashable, Sendable {
    /// The bytes of the elements.
    package var used: Int
    /// The bytes for which there is room.
    package var capacity: Int

    /// Creates a fill level.
    package init(used: Int, capacity: Int) {
        self.used = used
        self.capacity = capacity
    }

    /// Returns the sum of two groups, or `nil` if neither has contents.
    package static func sum(_ first: Self?, _ second: Self?) -> Self? {
        guard let first, let second else { return first ?? second }
        return Self(
            used: boundedSum(first.used, second.used), capacity: boundedSum(first.capacity, second.capacity))
    }
}
