internal import OutliveModel

/// The rules for the strength of the references of a snapshot.
struct StrengthRules {
    fileprivate struct Rule {
        var kind: HeapType.Kind
        var elementStride: UInt32
        /// The strength of a word in an element that no known field covers.
        var element: ReferenceStrength
    }

    private let fields: FieldMap
    private let rules: [Rule]
    private let continuations: DispatchContinuations
    /// The nodes that contain frames of completed tasks only.
    private let oldFrames: Set<UInt32>
    /// The side tables of objects that still exist, to which they belong.
    private let sideTables: Set<UInt32>
    /// The labels of Dispatch's queues, whose texts are followed by words that are left over from earlier blocks.
    private let labels: Set<UInt32>

    /// The offset of the label in Dispatch's own object of a queue.
    private static let label: UInt32 = 72
    /// The offset of an object's first property, after its metadata and reference counts.
    private static let firstProperty: UInt32 = 16

    init(_ snapshot: HeapSnapshot, _ continuations: DispatchContinuations, _ frameBlocks: [Int: Set<Int>]) {
        fields = FieldMap(snapshot)
        rules = snapshot.types.indices.map { index in
            let type = snapshot.types[index]
            let isKnown = snapshot.fields(ofType: index).contains { $0.part == .element }
            return Rule(
                kind: type.type?.kind ?? .raw, elementStride: type.elementStride, element: isKnown ? .word : .field)
        }
        self.continuations = continuations
        sideTables = Set(snapshot.objectsBySideTable.keys)
        // A block that a completed task released may belong to another task by now.
        func frames(_ isCompleted: Bool) -> Set<UInt32> {
            snapshot.tasks.reduce(into: []) { frames, task in
                guard (task.state == .completed) == isCompleted else { return }
                frames.formUnion(frameBlocks[Int(task.node), default: []].lazy.map(UInt32.init))
            }
        }
        oldFrames = frames(true).subtracting(frames(false))
        labels = Self.labels(snapshot)
    }

    private static func labels(_ snapshot: HeapSnapshot) -> Set<UInt32> {
        let queue = snapshot.types.firstIndex { $0.type?.name == "Dispatch.DispatchQueue" }
        guard let queue else { return [] }
        func blocks(of node: Int, at offset: UInt32) -> [Int] {
            snapshot.edges(ofNode: node).filter { $0.offset == offset }.map { Int($0.target) }
                .filter { snapshot.type(ofNode: $0) == nil }
        }
        let wrapped = snapshot.nodes.indices.lazy.filter { Int(snapshot.nodes[$0].type) == queue }
            .flatMap { blocks(of: $0, at: firstProperty) }
        return Set(wrapped.flatMap { blocks(of: $0, at: label) }.map(UInt32.init))
    }

    /// Returns the rules for the references of a node.
    ///
    /// - Parameters:
    ///   - node: The node; a box has the type of its content.
    ///   - table: The layout of keys and values if the node is the storage of a dictionary or a set.
    func holder(_ node: HeapSnapshot.Node, _ number: Int, _ table: HeapSnapshot.HashTable?) -> NodeRules {
        let rule = rules[Int(node.type)]
        let isOldFrames =
            !oldFrames.isEmpty && node.bytes >= HeapSnapshot.smallestSlab && oldFrames.contains(UInt32(number))
        let isContinuation = rule.kind == .raw && continuations.contains(UInt32(number))
        var all: ReferenceStrength?
        if node.isDeinitialised || labels.contains(UInt32(number)) {
            all = ReferenceStrength.none
        } else if rule.kind == .raw, !isContinuation, !isOldFrames {
            all = .raw
        }
        return NodeRules(
            rule: rule, node: node, number: UInt32(number), isOldFrames: isOldFrames, table: table, all: all)
    }

    /// Returns the strength of a reference.
    ///
    /// - Parameters:
    ///   - number: The index of the referenced node.
    ///   - target: Returns the referenced node.
    func strength(
        ofReferenceAt offset: UInt32, in holder: NodeRules, to number: UInt32, _ target: () -> HeapSnapshot.Node
    ) -> ReferenceStrength {
        if let all = holder.all { return all }
        let rule = holder.rule
        if holder.isOldFrames { return offset == HeapSnapshot.nextSlab ? .raw : .none }
        if rule.kind == .task { return offset == HeapSnapshot.taskPadding ? .none : .frame }
        guard rule.kind != .raw else { return continuations.isStale(offset, in: holder.number) ? .none : .raw }
        // The word of the reference counts can point to the object's side table.
        guard offset >= Self.firstProperty else { return .field }
        let table = holder.table
        let slot = HeapSnapshot.Slot(at: offset, elementStride: rule.elementStride, table)
        if slot.part != .instance {
            // A word after the last element is left over from a removed element.
            guard slot.index < (table?.buckets ?? holder.node.elements) else { return .none }
        }
        switch fields.content(ofType: holder.node.type, slot.part, at: slot.offset, to: { target().type }) {
        case .reference: return .field
        case .pointer: return rules[Int(target().type)].kind == .raw ? .field : .none
        case .unowned: return target().isDeinitialised ? .field : .none
        case .weak: return rules[Int(target().type)].kind == .raw && !sideTables.contains(number) ? .field : .none
        case .nothing, .identity, .leftover: return .none
        case nil where slot.part == .instance: return table == nil ? .word : .none
        case nil: return table == nil ? rule.element : .field
        }
    }

    /// Returns `true` if a reference of strength `field` certainly counts among the strong references of its target.
    ///
    /// - Parameter target: The type of the referenced node.
    func isDeclared(_ offset: UInt32, in holder: NodeRules, to target: UInt32) -> Bool {
        let slot = HeapSnapshot.Slot(at: offset, elementStride: holder.rule.elementStride, holder.table)
        return fields.isDeclared(ofType: holder.node.type, slot.part, at: slot.offset, to: target)
    }

    /// What determines the strength of the references of one node.
    ///
    /// It contains no reference, whose count would have to be changed for each node.
    struct NodeRules {
        fileprivate let rule: Rule
        fileprivate let node: HeapSnapshot.Node
        fileprivate let number: UInt32
        fileprivate let isOldFrames: Bool
        fileprivate let table: HeapSnapshot.HashTable?
        /// The strength of all references of the node if it is the same for each.
        fileprivate let all: ReferenceStrength?
    }
}
