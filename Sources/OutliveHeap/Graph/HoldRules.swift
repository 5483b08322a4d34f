internal import OutliveModel

/// Decides how the edges of a snapshot hold.
struct HoldRules {
    fileprivate enum Kind {
        case raw
        case task
        case object
    }

    fileprivate struct Rule {
        var kind: Kind
        var elementStride: UInt32
        /// What an element holds that no field tells of.
        var element: Hold
    }

    fileprivate let fields: FieldMap
    fileprivate let rules: [Rule]
    /// The stacks that end in Dispatch.
    private let dispatchStacks: Set<UInt32>
    /// The handlers of Dispatch's sources.
    private let handlers: Set<UInt32>
    /// The continuations that Dispatch keeps for each thread to use again.
    private let unused: Set<UInt32>
    /// The nodes that completed tasks had their frames in.
    private let oldFrames: Set<UInt32>

    /// Where an object's own words begin, behind its metadata and its counts.
    private static let firstProperty: UInt32 = 16
    /// The bytes of one of Dispatch's continuations: those that it asks for, or all that malloc gave.
    static let continuationBytes: ClosedRange<UInt64> = 64...72
    /// Where a continuation has the next one of its queue.
    fileprivate static let nextContinuation: UInt32 = 16
    /// Where the part of a source that the kernel's events lead to has its handlers; the first is the one for events.
    private static let sourceHandlers: ClosedRange<UInt32> = 40...56

    init(_ snapshot: HeapSnapshot) {
        fields = FieldMap(snapshot)
        rules = snapshot.types.indices.map { index in
            let type = snapshot.types[index]
            let kind = type.type.map { $0.kind == .task ? Kind.task : .object } ?? .raw
            let isKnown = snapshot.fields(ofType: index).contains { $0.part == .element }
            return Rule(kind: kind, elementStride: type.elementStride, element: isKnown ? .word : .field)
        }
        dispatchStacks = Self.stacks(in: "libdispatch.so", snapshot)
        handlers = Self.handlers(in: snapshot, dispatchStacks)
        unused = Self.unusedContinuations(in: snapshot, dispatchStacks)
        // A block that a completed task gave back may be another one's by now.
        func frames(_ isCompleted: Bool) -> Set<UInt32> {
            snapshot.tasks.reduce(into: []) { frames, task in
                guard (task.state == .completed) == isCompleted else { return }
                frames.formUnion(snapshot.memory(ofTask: Int(task.node)).lazy.map(UInt32.init))
            }
        }
        oldFrames = frames(true).subtracting(frames(false))
    }

    private static func stacks(in library: String, _ snapshot: HeapSnapshot) -> Set<UInt32> {
        let addresses = snapshot.modules.filter { $0.path.split(separator: "/").last == library[...] }.map(\.addresses)
        guard !addresses.isEmpty else { return [] }
        let stacks = snapshot.stacks.indices.filter { index in
            snapshot.frames(ofStack: index).first.map { frame in addresses.contains { $0.contains(frame) } } ?? false
        }
        return Set(stacks.lazy.map(UInt32.init))
    }

    /// The continuations that sources have for handlers.
    ///
    /// - Complexity: O(nodes + edges of Dispatch's).
    private static func handlers(in snapshot: HeapSnapshot, _ dispatchStacks: Set<UInt32>) -> Set<UInt32> {
        guard !dispatchStacks.isEmpty else { return [] }
        var handlers: Set<UInt32> = []
        for node in snapshot.nodes where dispatchStacks.contains(node.stack) && !isContinuation(node, dispatchStacks) {
            let found = snapshot.edges[node.edges].filter {
                sourceHandlers.contains($0.offset) && isContinuation(snapshot.nodes[Int($0.target)], dispatchStacks)
            }
            // A queue has the last of what waits in it at one of these places, but a function at the first.
            guard found.first?.offset == sourceHandlers.lowerBound else { continue }
            handlers.formUnion(found.lazy.map(\.target))
        }
        return handlers
    }

    /// The continuations in the free list of each thread, which a thread-local begins.
    ///
    /// - Complexity: O(roots + their edges).
    private static func unusedContinuations(in snapshot: HeapSnapshot, _ dispatchStacks: Set<UInt32>) -> Set<UInt32> {
        guard !dispatchStacks.isEmpty else { return [] }
        var unused: Set<UInt32> = []
        for root in snapshot.roots where root.kind == .threadLocal {
            var next: UInt32? = root.node
            while let node = next, isContinuation(snapshot.nodes[Int(node)], dispatchStacks),
                unused.insert(node).inserted
            {
                next = snapshot.edges(ofNode: Int(node)).first { $0.offset == nextContinuation }?.target
            }
        }
        return unused
    }

    /// Whether a raw block is one of Dispatch's continuations, or as large and Dispatch's.
    private func isContinuation(_ node: HeapSnapshot.Node) -> Bool {
        Self.isContinuation(node, dispatchStacks)
    }

    private static func isContinuation(_ node: HeapSnapshot.Node, _ dispatchStacks: Set<UInt32>) -> Bool {
        continuationBytes.contains(node.bytes) && dispatchStacks.contains(node.stack)
    }

    /// Whether a node is memory that a task which has completed had its frames in.
    private func isOldFrames(_ number: Int, _ node: HeapSnapshot.Node) -> Bool {
        !oldFrames.isEmpty && node.bytes >= HeapSnapshot.smallestSlab && oldFrames.contains(UInt32(number))
    }

    /// The rules for the references of one node.
    ///
    /// - Parameters:
    ///   - node: read as what it is the box of, where it is one.
    ///   - number: its index.
    ///   - table: where the node's keys and values are, if it is the storage of a dictionary or a set.
    func source(_ node: HeapSnapshot.Node, _ number: Int, _ table: HeapSnapshot.HashTable?) -> Source {
        let rule = rules[Int(node.type)]
        let isContinuation = rule.kind == .raw && isContinuation(node)
        let all: Hold? =
            if node.isDeinitialised {
                Hold.none
            } else {
                switch rule.kind {
                case .raw: isContinuation || isOldFrames(number, node) ? nil : .raw
                case .task, .object: nil
                }
            }
        return Source(
            rules: self, rule: rule, node: node, isOldFrames: all == nil && isOldFrames(number, node),
            isHandler: isContinuation && handlers.contains(UInt32(number)),
            isUnused: isContinuation && unused.contains(UInt32(number)), table: table, all: all)
    }

    /// The rules for the references of one node.
    struct Source {
        fileprivate let rules: HoldRules
        fileprivate let rule: Rule
        fileprivate let node: HeapSnapshot.Node
        fileprivate let isOldFrames: Bool
        fileprivate let isHandler: Bool
        fileprivate let isUnused: Bool
        fileprivate let table: HeapSnapshot.HashTable?
        /// How all of them hold, where they do alike.
        fileprivate let all: Hold?

        /// How a reference holds.
        ///
        /// - Parameters:
        ///   - offset: where it is in the node.
        ///   - target: the node that it leads to.
        func hold(at offset: UInt32, to target: () -> HeapSnapshot.Node) -> Hold {
            if let all { return all }
            if isOldFrames { return offset == HeapSnapshot.nextSlab ? .raw : .none }
            if rule.kind == .task { return offset == HeapSnapshot.taskPadding ? .none : .frame }
            guard rule.kind == .object else { return isStale(offset) ? .none : .raw }
            // The word of the counts leads to the object's side table.
            guard offset >= HoldRules.firstProperty else { return .field }
            let content: FieldContent
            if rule.elementStride > 0, offset >= HeapSnapshot.firstElement {
                let (index, inside) = (offset - HeapSnapshot.firstElement)
                    .quotientAndRemainder(dividingBy: rule.elementStride)
                // What lies behind the last element is left from one that was taken out.
                guard index < node.elements else { return .none }
                guard let found = rules.fields.content(ofType: node.type, .element, at: inside) else {
                    return rule.element
                }
                content = found
            } else if let table {
                guard let found = self.content(at: offset, in: table) else { return .none }
                content = found
            } else {
                guard let found = rules.fields.content(ofType: node.type, .instance, at: offset) else { return .word }
                content = found
            }
            switch content {
            case .reference: return .field
            case .pointer: return rules.rules[Int(target().type)].kind == .raw ? .field : .none
            case .unowned: return target().isDeinitialised ? .field : .none
            case .nothing: return .none
            }
        }

        /// Whether a word of a continuation is one that is left from what was there before.
        ///
        /// Dispatch uses its continuations, of eight words, over and over, and hardly ever writes the last one. A handler
        /// waits in no queue: where the next one would be it has what came next in a list of unused ones. Of an unused
        /// one nothing else counts.
        private func isStale(_ offset: UInt32) -> Bool {
            let isNext = offset == HoldRules.nextContinuation
            return offset >= 56 || (isNext ? isHandler : isUnused)
        }

        private func content(at offset: UInt32, in table: HeapSnapshot.HashTable) -> FieldContent? {
            if let inside = table.keys.offset(of: offset, table.buckets) {
                rules.fields.content(ofType: node.type, .element, at: inside) ?? .reference
            } else if let inside = table.values?.offset(of: offset, table.buckets) {
                rules.fields.content(ofType: node.type, .value, at: inside) ?? .reference
            } else {
                rules.fields.content(ofType: node.type, .instance, at: offset)
            }
        }
    }
}

extension HeapSnapshot.HashTable.Entries {
    /// Where an offset of the storage is in its entry; nil where it is in none of them.
    fileprivate func offset(of offset: UInt32, _ buckets: UInt32) -> UInt32? {
        guard offset >= self.offset else { return nil }
        let (index, inside) = (offset - self.offset).quotientAndRemainder(dividingBy: stride)
        return index < buckets ? inside : nil
    }
}
