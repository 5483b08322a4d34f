internal import OutliveModel

/// The rules for the strength of the references of a snapshot.
struct StrengthRules {
    fileprivate enum Kind {
        case raw
        case task
        case object
    }

    fileprivate struct Rule {
        var kind: Kind
        var elementStride: UInt32
        /// The strength of a word in an element that no known field covers.
        var element: ReferenceStrength
    }

    private let fields: FieldMap
    private let rules: [Rule]
    private let dispatch: DispatchContinuations
    /// The nodes that contain frames of completed tasks only.
    private let oldFrames: Set<UInt32>
    /// The side tables of objects that still exist, to which they belong.
    private let sideTables: Set<UInt32>

    /// The offset of an object's first property, after its metadata and reference counts.
    private static let firstProperty: UInt32 = 16
    /// The size of a Dispatch continuation: 64 bytes as requested, up to 72 as allocated by malloc.
    static let continuationBytes: ClosedRange<UInt64> = 64...72

    init(_ snapshot: HeapSnapshot) {
        fields = FieldMap(snapshot)
        rules = snapshot.types.indices.map { index in
            let type = snapshot.types[index]
            let kind = type.type.map { $0.kind == .task ? Kind.task : .object } ?? .raw
            let isKnown = snapshot.fields(ofType: index).contains { $0.part == .element }
            return Rule(kind: kind, elementStride: type.elementStride, element: isKnown ? .word : .field)
        }
        dispatch = DispatchContinuations(snapshot)
        sideTables = Set(snapshot.objectsBySideTable.keys)
        // A block that a completed task released may belong to another task by now.
        func frames(_ isCompleted: Bool) -> Set<UInt32> {
            snapshot.tasks.reduce(into: []) { frames, task in
                guard (task.state == .completed) == isCompleted else { return }
                frames.formUnion(snapshot.memory(ofTask: Int(task.node)).lazy.map(UInt32.init))
            }
        }
        oldFrames = frames(true).subtracting(frames(false))
    }

    /// Returns the rules for the references of a node.
    ///
    /// - Parameters:
    ///   - node: The node; a box has the type of its content.
    ///   - table: The layout of keys and values if the node is the storage of a dictionary or a set.
    func holder(_ node: HeapSnapshot.Node, _ number: Int, _ table: HeapSnapshot.HashTable?) -> Holder {
        let rule = rules[Int(node.type)]
        let isOldFrames =
            !oldFrames.isEmpty && node.bytes >= HeapSnapshot.smallestSlab && oldFrames.contains(UInt32(number))
        let isContinuation = rule.kind == .raw && dispatch.contains(node)
        var all: ReferenceStrength?
        if node.isDeinitialised {
            all = ReferenceStrength.none
        } else if rule.kind == .raw, !isContinuation, !isOldFrames {
            all = .raw
        }
        return Holder(
            rule: rule, node: node, isOldFrames: isOldFrames,
            isHandler: isContinuation && dispatch.handlers.contains(UInt32(number)),
            isUnused: isContinuation && dispatch.unused.contains(UInt32(number)), table: table, all: all)
    }

    /// Returns the strength of a reference.
    ///
    /// - Parameters:
    ///   - number: The index of the referenced node.
    ///   - target: Returns the referenced node.
    func strength(
        ofReferenceAt offset: UInt32, in holder: Holder, to number: UInt32, _ target: () -> HeapSnapshot.Node
    ) -> ReferenceStrength {
        if let all = holder.all { return all }
        let rule = holder.rule
        if holder.isOldFrames { return offset == HeapSnapshot.nextSlab ? .raw : .none }
        if rule.kind == .task { return offset == HeapSnapshot.taskPadding ? .none : .frame }
        guard rule.kind == .object else { return holder.isStale(offset) ? .none : .raw }
        // The word of the reference counts can point to the object's side table.
        guard offset >= Self.firstProperty else { return .field }
        let table = holder.table
        let slot = HeapSnapshot.Slot(at: offset, elementStride: rule.elementStride, table)
        if slot.part != .instance {
            // A word after the last element is left over from a removed element.
            guard slot.index < (table?.buckets ?? holder.node.elements) else { return .none }
        }
        switch fields.content(ofType: holder.node.type, slot.part, at: slot.offset) {
        case .reference: return .field
        case .pointer: return rules[Int(target().type)].kind == .raw ? .field : .none
        case .unowned: return target().isDeinitialised ? .field : .none
        case .weak: return rules[Int(target().type)].kind == .raw && !sideTables.contains(number) ? .field : .none
        case .nothing, .identity: return .none
        case nil where slot.part == .instance: return table == nil ? .word : .none
        case nil: return table == nil ? rule.element : .field
        }
    }

    /// What determines the strength of the references of one node.
    ///
    /// It contains no reference, whose count would have to be changed for each node.
    struct Holder {
        fileprivate let rule: Rule
        fileprivate let node: HeapSnapshot.Node
        fileprivate let isOldFrames: Bool
        fileprivate let isHandler: Bool
        fileprivate let isUnused: Bool
        fileprivate let table: HeapSnapshot.HashTable?
        /// The strength of all references of the node if it is the same for each.
        fileprivate let all: ReferenceStrength?

        /// Returns `true` if a word of a continuation is left over from its earlier use.
        ///
        /// Dispatch reuses its continuations of eight words and rarely writes the last one. A handler waits in no
        /// queue, so its `next` word is left over from a free list. In a free list only that word is valid.
        fileprivate func isStale(_ offset: UInt32) -> Bool {
            let isNext = offset == DispatchContinuations.next
            return offset >= 56 || (isNext ? isHandler : isUnused)
        }
    }
}

extension HeapSnapshot {
    /// The blocks that look like continuations in a free list of Dispatch, whose head is a thread-local; they are known
    /// for certain where stacks were captured.
    var unusedContinuations: Set<UInt32> {
        var unused: Set<UInt32> = []
        func isContinuation(_ node: Node) -> Bool {
            types[Int(node.type)].type == nil && StrengthRules.continuationBytes.contains(node.bytes)
        }
        for root in roots where root.kind == .threadLocal {
            var next: UInt32? = root.node
            while let node = next, isContinuation(nodes[Int(node)]), unused.insert(node).inserted {
                next = edges(ofNode: Int(node)).first { $0.offset == DispatchContinuations.next }?.target
            }
        }
        return unused
    }
}

/// The blocks in which libdispatch stores submitted work.
private struct DispatchContinuations {
    /// The stacks whose innermost frame is in libdispatch.
    private let stacks: Set<UInt32>
    /// The continuations that contain the handlers of sources.
    private(set) var handlers: Set<UInt32> = []
    /// The continuations in the free list of each thread, whose head is a thread-local.
    private(set) var unused: Set<UInt32> = []

    /// The offset of the next continuation in the queue.
    static let next: UInt32 = 16
    /// The offsets of the handlers in the part of a source that receives kernel events; the first is the event handler.
    private static let sourceHandlers: ClosedRange<UInt32> = 40...56

    init(_ snapshot: HeapSnapshot) {
        let addresses = snapshot.modules.filter { $0.path.split(separator: "/").last == "libdispatch.so" }
            .map(\.addresses)
        stacks = Set(
            snapshot.stacks.indices.lazy.filter { index in
                snapshot.frames(ofStack: index).first.map { frame in addresses.contains { $0.contains(frame) } }
                    ?? false
            }.map(UInt32.init))
        guard !stacks.isEmpty else { return }
        for node in snapshot.nodes where stacks.contains(node.stack) && !contains(node) {
            let found = snapshot.edges[node.edges].filter {
                Self.sourceHandlers.contains($0.offset) && contains(snapshot.nodes[Int($0.target)])
            }
            // A queue stores its last waiting item at one of these offsets, but at the first it stores a function.
            guard found.first?.offset == Self.sourceHandlers.lowerBound else { continue }
            handlers.formUnion(found.lazy.map(\.target))
        }
        for root in snapshot.roots where root.kind == .threadLocal {
            var next: UInt32? = root.node
            while let node = next, contains(snapshot.nodes[Int(node)]), unused.insert(node).inserted {
                next = snapshot.edges(ofNode: Int(node)).first { $0.offset == Self.next }?.target
            }
        }
    }

    /// Returns `true` if a block has the size of a continuation and was allocated by libdispatch.
    func contains(_ node: HeapSnapshot.Node) -> Bool {
        StrengthRules.continuationBytes.contains(node.bytes) && stacks.contains(node.stack)
    }
}
