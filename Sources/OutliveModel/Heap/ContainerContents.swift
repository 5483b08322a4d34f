/// The fill level of the storage of arrays, dictionaries, sets, strings or data.
public struct ContainerContents: Codable, Hashable, Sendable {
    /// The bytes of the elements.
    public var used: Int
    /// The bytes for which there is room.
    public var capacity: Int

    /// Creates a fill level.
    public init(used: Int, capacity: Int) {
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
