internal import OutliveModel

/// The place of a reference in instances of a type. References with equal labels are alike.
struct ReferenceLabel: Hashable {
    private var type: UInt32
    private var offset: UInt32
    /// The allocation stack if the holder is not an object, because its type says little.
    private var stack: UInt32
    /// `true` if the reference is in an array element or in a key or value of a hash table.
    private var isInElement = false

    /// The label with all places within an element treated alike.
    var ofContainer: ReferenceLabel {
        var label = self
        if isInElement { label.offset = HeapSnapshot.firstElement }
        return label
    }

    /// Creates the label of an edge.
    ///
    /// - Parameter types: For each type of the snapshot, the first type with the same name.
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
            // Values are stored behind the keys.
            if let values = table.values, offset >= values.offset {
                offset = values.offset % values.stride + (offset - values.offset) % values.stride + .max / 2
            } else if offset >= table.keys.offset {
                offset = table.keys.offset + (offset - table.keys.offset) % table.keys.stride
            }
        }
    }

    /// Returns, for each type of a snapshot, the first type with the same name.
    static func types(_ snapshot: HeapSnapshot) -> [UInt32] {
        var first: [HeapType?: UInt32] = [:]
        return snapshot.types.enumerated().map { index, type in
            if let known = first[type.type] { return known }
            first[type.type] = UInt32(index)
            return UInt32(index)
        }
    }

    /// A unique label for the first reference to a leaking object.
    static let boundary = ReferenceLabel(type: .max, offset: .max, stack: .max)

    private init(type: UInt32, offset: UInt32, stack: UInt32) {
        (self.type, self.offset, self.stack) = (type, offset, stack)
    }
}
