/// The offsets in their targets of the addresses that edges contain, found faster than by a search among all.
///
/// It takes a bit per edge.
struct InsideOffsets {
    private static let edgesPerStart = 32
    private let insides: [HeapSnapshot.ReferenceDetail]
    /// The index in `insides` of the first one at or after each 32nd edge, then the number of all that belong to edges.
    private let starts: [UInt32]

    init(_ snapshot: HeapSnapshot) {
        insides = snapshot.insides
        var starts: [UInt32] = []
        starts.reserveCapacity(snapshot.edges.count / Self.edgesPerStart + 2)
        var next = 0
        for edge in stride(from: 0, to: snapshot.edges.count + Self.edgesPerStart, by: Self.edgesPerStart) {
            let order = HeapSnapshot.ReferenceDetail.order(UInt32(edge), isOfRoot: false)
            while next < insides.count, insides[next].order < order { next += 1 }
            starts.append(UInt32(next))
        }
        self.starts = starts
    }

    /// Returns the offset in its target of the address that an edge contains; 0 for most references.
    subscript(edge: Int) -> UInt64 {
        let block = edge / Self.edgesPerStart
        for index in starts[block]..<starts[block + 1] where insides[Int(index)].reference == edge {
            return insides[Int(index)].value
        }
        return 0
    }
}
