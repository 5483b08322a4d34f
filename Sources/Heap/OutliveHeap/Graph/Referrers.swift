/// The hold of each edge of a graph.
struct EdgeStrengths: Sendable {
    let links: HeapLinks

    /// The hold of an edge, by its index in the snapshot's `edges`.
    subscript(edge: Int) -> ReferenceStrength { links.targets[edge].hold }
}

/// The nodes that keep a node alive, one for each reference, in ascending order.
package struct Referrers: RandomAccessCollection, Sendable {
    let links: HeapLinks
    let places: Range<Int>

    /// The position of the first referrer.
    package var startIndex: Int { places.lowerBound }
    /// The position after the last referrer.
    package var endIndex: Int { places.upperBound }
    /// The index in the snapshot's `nodes` of the referrer at a position.
    package subscript(place: Int) -> UInt32 { links.referrers[place].node }
    /// The hold of each reference.
    var holds: some RandomAccessCollection<ReferenceStrength> { places.lazy.map { links.referrers[$0].hold } }
}
