/// The hold of each edge of a graph.
struct EdgeStrengths: Sendable {
    let links: HeapLinks

    /// The hold of an edge, by its index in the snapshot's `edges`.
    subscript(edge: Int) -> ReferenceStrength { links.targets[edge].hold }
}

/// The nodes that keep a node alive, one for each reference, in ascending order.
public struct Referrers: RandomAccessCollection, Sendable {
    let links: HeapLinks
    let places: Range<Int>

    /// The position of the first referrer.
    public var startIndex: Int { places.lowerBound }
    /// The position after the last referrer.
    public var endIndex: Int { places.upperBound }
    /// The index in the snapshot's `nodes` of the referrer at a position.
    public subscript(place: Int) -> UInt32 { links.referrers[place].node }
    /// The hold of each reference.
    var holds: some RandomAccessCollection<ReferenceStrength> { places.lazy.map { links.referrers[$0].hold } }
}
