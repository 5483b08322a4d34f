internal import OutliveModel

/// What references are alike by: where they are in instances of which type.
struct ReferenceLabel: Hashable {
    private var type: UInt32
    private var offset: UInt32
    /// Of what is no object the stack that it was allocated in: its type says little.
    private var stack: UInt32
    /// Whether the reference is in an element of an array, or a key or value of a hash table.
    private var isInElement = false

    /// The label of the container: where in an element a reference is makes no difference.
    var ofContainer: ReferenceLabel {
        var label = self
        if isInElement { label.offset = HeapSnapshot.firstElement }
        return label
    }

    /// Makes a label of an edge.
    ///
    /// - Parameter types: for each type the first one of its name.
    init(_ edge: Int, from node: Int, _ snapshot: HeapSnapshot, types: [UInt32]) {
        let index = Int(snapshot.nodes[node].type)
        type = types[index]
        offset = snapshot.edges[edge].offset
        stack = snapshot.types[index].type?.kind == .object ? .max : snapshot.nodes[node].stack
        let stride = snapshot.types[index].elementStride
        if stride > 0, offset >= HeapSnapshot.firstElement {
            offset = HeapSnapshot.firstElement + (offset - HeapSnapshot.firstElement) % stride
            isInElement = true
        } else if let table = snapshot.hashTable(ofNode: node) {
            isInElement = offset >= table.keys.offset
            // Values are behind the keys.
            if let values = table.values, offset >= values.offset {
                offset = values.offset % values.stride + (offset - values.offset) % values.stride + .max / 2
            } else if offset >= table.keys.offset {
                offset = table.keys.offset + (offset - table.keys.offset) % table.keys.stride
            }
        }
    }

    /// For each type of a snapshot the first one of its name.
    static func types(_ snapshot: HeapSnapshot) -> [UInt32] {
        var first: [HeapType?: UInt32] = [:]
        return snapshot.types.enumerated().map { index, type in
            if let known = first[type.type] { return known }
            first[type.type] = UInt32(index)
            return UInt32(index)
        }
    }

    /// One that no other reference has: where what is not meant to live begins.
    static let boundary = ReferenceLabel(type: .max, offset: .max, stack: .max)

    private init(type: UInt32, offset: UInt32, stack: UInt32) {
        (self.type, self.offset, self.stack) = (type, offset, stack)
    }
}
