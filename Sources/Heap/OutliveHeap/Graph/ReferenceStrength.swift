/// The way a reference holds its target, the most certain first.
enum ReferenceStrength: UInt8, Hashable, Sendable, Comparable {
    /// A strong stored property, capture or collection element.
    case field
    /// A word of a task, including the async frames in its allocation.
    case frame
    /// A word of a Swift object that no known field covers.
    case word
    /// A word of a block that is not a Swift object.
    case raw
    /// A reference that keeps nothing alive: it is weak, unowned, unmanaged or stale, or its object is deinitialised.
    case none

    static func < (first: ReferenceStrength, second: ReferenceStrength) -> Bool { first.rawValue < second.rawValue }
}
