/// The blocks in which the runtime counts the weak references to an object.
///
/// Such a block lives as long as its object, and then until the last weak reference to it is gone.
extension HeapSnapshot {
    /// The objects that have a side table, by the block of the table; a weak reference leads to it.
    var objectsBySideTable: [UInt32: UInt32] {
        var objects: [UInt32: UInt32] = [:]
        for (index, node) in nodes.enumerated() where node.edgeCount > 0 {
            // The word of the reference counts, which no other reference can be in.
            let edge = edges[Int(node.firstEdge)]
            if edge.offset == 8, types[Int(node.type)].type != nil { objects[edge.target] = UInt32(index) }
        }
        return objects
    }
}
