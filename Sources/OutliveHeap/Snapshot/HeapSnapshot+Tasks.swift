internal import OutliveModel

extension HeapSnapshot {
    /// The state of a task at the moment of the snapshot.
    public struct TaskRecord: Hashable, Sendable {
        /// How far a task is.
        public enum State: Hashable, Sendable {
            /// A thread runs it.
            case running
            /// It waits for a thread of its executor.
            case enqueued
            /// It waits for something else, or has not begun.
            case suspended
            /// It has returned or thrown. It keeps its result alive, and nothing else.
            case completed
        }

        /// What a suspended task waits for.
        public enum Awaited: UInt32, Hashable, Sendable {
            /// Nothing that is recorded: also of tasks that are not suspended.
            case none
            /// Another task, such as in `await task.value`.
            case task
            /// A continuation that resumes it: `withCheckedContinuation`, streams, sleeps.
            case continuation
            /// The next child of a group.
            case group
            /// Its turn on an actor.
            case executor
        }

        /// The properties of a task that are set or not.
        struct Flags: OptionSet, Hashable, Sendable {
            var rawValue: UInt32
            static let cancelled = Flags(rawValue: 1)
            static let running = Flags(rawValue: 2)
            static let enqueued = Flags(rawValue: 4)
            static let completed = Flags(rawValue: 8)
            static let child = Flags(rawValue: 16)
            static let groupChild = Flags(rawValue: 32)
            static let asyncLet = Flags(rawValue: 64)
            static let cancellationHandler = Flags(rawValue: 128)
        }

        /// The index of the task in `nodes`.
        public var node: UInt32
        /// The number of the task, which rises with each that is created.
        public var id: UInt64
        /// The kind of what it waits for.
        public var awaited: Awaited
        /// The address of what it waits for; 0 where it waits for nothing.
        public var awaitedAddress: UInt64
        /// The index in `taskFrames` of the function that it goes on with.
        public var firstFrame: UInt32
        /// The number of functions that it goes on with, one after the other; 0 of a running or completed task.
        public var frameCount: UInt32
        /// The properties that are set.
        var flags: Flags
        /// The node that it waits for, or `HeapSnapshot.none`.
        var awaitedIndex: UInt32
        /// The node of the parent, or `HeapSnapshot.none`.
        var parentIndex: UInt32

        /// How far it is.
        public var state: State {
            if flags.contains(.completed) { return .completed }
            if flags.contains(.running) { return .running }
            return flags.contains(.enqueued) ? .enqueued : .suspended
        }

        /// `true` if the task was cancelled.
        public var isCancelled: Bool { flags.contains(.cancelled) }
        /// `true` if a handler is called when the task is cancelled.
        public var hasCancellationHandler: Bool { flags.contains(.cancellationHandler) }
        /// `true` if it is a child of another task: of a group, or by `async let`.
        public var isChild: Bool { flags.contains(.child) }
        /// `true` if it is a child of a task group.
        var isOfGroup: Bool { flags.contains(.groupChild) }
        /// What it waits for, and the block that this is or lies in, where there is one.
        ///
        /// A continuation has none: `HeapSnapshot.continuationHolders(ofTask:)` returns the objects that hold it.
        public var waitsFor: (kind: Awaited, node: Int?) {
            (awaited, awaitedIndex == HeapSnapshot.none ? nil : Int(awaitedIndex))
        }
        /// The index in `nodes` of the parent, or of the block that it lies in; `nil` of a task that is no child.
        public var parent: Int? { parentIndex == HeapSnapshot.none ? nil : Int(parentIndex) }
    }

    /// The state of the task at a node, or `nil` for any other node and where states were not recorded.
    ///
    /// - Parameter index: of the node in `nodes`.
    /// - Complexity: O(log tasks).
    public func task(ofNode index: Int) -> TaskRecord? {
        var (lower, upper) = (0, tasks.count)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if tasks[middle].node < index { lower = middle + 1 } else { upper = middle }
        }
        return lower < tasks.count && tasks[lower].node == index ? tasks[lower] : nil
    }

    /// The bytes of the smallest block that a task has its frames in.
    static let smallestSlab: UInt64 = 984
    /// Where a task has the address of its first block of frames.
    private static let firstSlab: UInt32 = 120
    /// Where a task has a word that is never written: what was in the memory before is still there.
    static let taskPadding: UInt32 = 72
    /// Where such a block has the address of the next one.
    static let nextSlab: UInt32 = 8

    /// The blocks that a task has its frames in.
    ///
    /// - Parameter task: the node of the task.
    /// - Complexity: O(blocks and their edges).
    func memory(ofTask task: Int) -> Set<Int> {
        var (slabs, node, offset): (Set<Int>, Int, UInt32) = ([], task, Self.firstSlab)
        while let edge = edges(ofNode: node).first(where: { $0.offset == offset }) {
            (node, offset) = (Int(edge.target), Self.nextSlab)
            guard node != task, types[Int(nodes[node].type)].type == nil, slabs.insert(node).inserted else { break }
        }
        return slabs
    }

    /// The addresses of the functions that a task goes on with, innermost first: its asynchronous backtrace.
    public func frames(of task: TaskRecord) -> ArraySlice<UInt64> {
        taskFrames[Int(task.firstFrame)..<Int(task.firstFrame) + Int(task.frameCount)]
    }
}

extension HeapSnapshot.TaskRecord {
    init(_ bytes: RawSpan, at place: Int, _ table: SectionTable) throws(HeapSnapshotError) {
        node = bytes.word(at: place)
        flags = Flags(rawValue: bytes.word(at: place + 4))
        guard let awaited = Awaited(rawValue: bytes.word(at: place + 8)) else {
            throw HeapSnapshotError("no task waits for kind \(bytes.word(at: place + 8))", at: place + 8)
        }
        self.awaited = awaited
        (awaitedIndex, parentIndex) = (bytes.word(at: place + 12), bytes.word(at: place + 16))
        (firstFrame, frameCount) = (bytes.word(at: place + 20), bytes.word(at: place + 24))
        id = bytes.longWord(at: place + 32)
        awaitedAddress = bytes.longWord(at: place + 40)
        let (nodes, frames) = (table.count(.nodes), table.count(.taskFrames))
        try check(node, below: nodes, "node", at: place)
        if awaitedIndex != HeapSnapshot.none { try check(awaitedIndex, below: nodes, "node", at: place + 12) }
        if parentIndex != HeapSnapshot.none { try check(parentIndex, below: nodes, "node", at: place + 16) }
        if frameCount == 0 { firstFrame = 0 }
        guard firstFrame <= frames, frameCount <= frames - firstFrame else {
            throw HeapSnapshotError("\(frameCount) frames from \(firstFrame) of \(frames)", at: place + 20)
        }
    }
}
