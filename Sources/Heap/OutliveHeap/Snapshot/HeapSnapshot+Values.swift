internal import OutliveSupport

extension HeapSnapshot {
    /// A reference within an existential value (`any P`), whose type is known only at run time.
    struct Value: Hashable, Sendable {
        /// The index in `edges` of the reference.
        var edge: UInt32
        /// The index in `types` of the box type for such a value.
        var type: UInt32
        /// The offset of the reference in such a box, in bytes.
        var offset: UInt32
    }

    /// A block that is the box of an existential value (`any P`).
    struct ValueBox: Hashable, Sendable {
        /// The index in `nodes` of the block.
        var node: UInt32
        /// The index in `types` of the box type.
        var type: UInt32
    }

    /// Returns the existential value that contains a reference, or `nil` if there is none.
    ///
    /// - Complexity: O(log values).
    func value(ofEdge index: Int) -> Value? {
        let place = values.partitioningIndex { $0.edge >= index }
        return place < values.count && values[place].edge == index ? values[place] : nil
    }

    /// Returns the index in `types` of the type that describes a node's contents: the box type of an existential value,
    /// or the node's own type.
    ///
    /// - Complexity: O(log boxes).
    func contentType(ofNode index: Int) -> Int {
        let place = boxes.partitioningIndex { $0.node >= index }
        return Int(place < boxes.count && boxes[place].node == index ? boxes[place].type : nodes[index].type)
    }
}

extension HeapSnapshot.Value {
    init(_ bytes: RawSpan, at place: Int, _ table: SectionTable) throws(HeapSnapshotError) {
        (edge, type, offset) = (bytes.word(at: place), bytes.word(at: place + 4), bytes.word(at: place + 8))
        try check(edge, below: table.count(.edges), "edge", at: place)
        try check(type, below: table.count(.types), "type", at: place + 4)
    }
}

extension HeapSnapshot.ValueBox {
    init(_ bytes: RawSpan, at place: Int, _ table: SectionTable) throws(HeapSnapshotError) {
        (node, type) = (bytes.word(at: place), bytes.word(at: place + 4))
        try check(node, below: table.count(.nodes), "node", at: place)
        try check(type, below: table.count(.types), "type", at: place + 4)
    }
}
