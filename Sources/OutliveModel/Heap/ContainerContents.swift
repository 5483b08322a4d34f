/// What the storage of arrays, dictionaries, sets, strings or data holds.
public struct ContainerContents: Codable, Hashable, Sendable {
    /// The bytes of the elements.
    public var used: Int
    /// The bytes that there is room for.
    public var capacity: Int

    /// Makes amounts.
    public init(used: Int, capacity: Int) {
        self.used = used
        self.capacity = capacity
    }

    /// Adds up the contents of two groups; nil where neither has any.
    package static func sum(_ first: Self?, _ second: Self?) -> Self? {
        guard let first, let second else { return first ?? second }
        return Self(
            used: boundedSum(first.used, second.used), capacity: boundedSum(first.capacity, second.capacity))
    }
}
