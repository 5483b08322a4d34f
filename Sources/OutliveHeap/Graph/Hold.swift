/// How a reference holds what it leads to, the best known first.
enum Hold: UInt8, Hashable, Sendable, Comparable {
    /// A stored property, a capture, or an element of a collection, that is strong.
    case field
    /// A word of a task, or of a frame of its function.
    case frame
    /// A word of a Swift object that no field is known for.
    case word
    /// A word of a block that is no Swift object.
    case raw
    /// Nothing is kept alive by it: it is weak, unowned, unmanaged or stale, or its object is deinitialised.
    case none

    static func < (first: Hold, second: Hold) -> Bool { first.rawValue < second.rawValue }
}
