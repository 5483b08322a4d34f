internal import OutliveModel

/// The place of a reference in instances of a type. References with equal labels are alike.
struct ReferenceLabel: Hashable {
    /// The rank of the holder's type.
    private var type: UInt32
    private var slot: HeapSnapshot.Slot
    /// The allocation stack if the holder is not an object, because its type alone does not identify it.
    private var stack: UInt32

    /// The label with all places within an element, key or value treated alike.
    var ofContainer: ReferenceLabel {
        var label = self
        if slot.part != .instance { label.slot = HeapSnapshot.Slot(part: .element, offset: 0) }
        return label
    }

    /// Creates the label of an edge.
    init(_ edge: Int, from node: Int, _ snapshot: HeapSnapshot, _ typeRanks: [UInt32]) {
        let index = Int(snapshot.nodes[node].type)
        type = typeRanks[index]
        slot = snapshot.slot(ofEdge: edge, from: node, type: index)
        slot.index = 0
        stack = snapshot.types[index].type?.kind == .object ? .max : snapshot.nodes[node].stack
    }

    /// The order of labels, without their allocation stacks, which is the same in every run.
    var order: (UInt32, UInt32, UInt32) { (type, slot.part.rawValue, slot.offset) }
    /// The index of the allocation stack, or `nil` if the holder is an object or has none.
    var allocation: Int? { stack == .max ? nil : Int(stack) }

    /// A unique label for the first reference to a leaking object.
    static let boundary = ReferenceLabel()

    private init() {
        (type, stack) = (.max, .max)
        slot = HeapSnapshot.Slot(part: .instance, offset: .max)
    }
}

extension HeapSnapshot {
    /// For each type, the index of the first type with the same name and kind.
    var typeNumbers: [UInt32] {
        let first = Dictionary(zip(types.lazy.map(\.type), types.indices)) { first, _ in first }
        return types.map { UInt32(first[$0.type]!) }
    }

    /// For each type, the place of its name and kind in the order of names, which is the same in every run.
    var typeRanks: [UInt32] {
        let sorted = Set(types.lazy.map { $0.type ?? .rawMemory }).sorted()
        let ranks = Dictionary(uniqueKeysWithValues: zip(sorted, UInt32(0)...))
        return types.map { ranks[$0.type ?? .rawMemory]! }
    }
}
