/// How each edge of a graph holds its target.
struct EdgeHolds: Sendable {
    let links: HeapLinks

    /// How an edge holds.
    ///
    /// - Parameter edge: its index in the snapshot's `edges`.
    subscript(edge: Int) -> Hold { links.targets[edge].hold }
}

/// The nodes that keep a node alive, one for each reference, by rising index.
public struct Referrers: RandomAccessCollection, Sendable {
    let links: HeapLinks
    let places: Range<Int>

    /// The place of the first.
    public var startIndex: Int { places.lowerBound }
    /// The place behind the last.
    public var endIndex: Int { places.upperBound }
    /// The index in the snapshot's `nodes` of the one at a place.
    public subscript(place: Int) -> UInt32 { links.referrers[place].node }
    /// How each of them holds the node.
    var holds: some RandomAccessCollection<Hold> { places.lazy.map { links.referrers[$0].hold } }
}
