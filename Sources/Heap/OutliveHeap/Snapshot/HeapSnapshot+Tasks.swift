package import OutliveModel
internal import OutliveSupport

extension HeapSnapshot {
    /// The state of a task at the moment of the snapshot.
    package struct TaskRecord: Hashable, Sendable {
        package enum Awaited: UInt32, Hashable, Sendable {
            /// No recorded event, or the task is not suspended.
            case none
            /// The completion of another task, for example in `await task.value`.
            case task
            /// A continuation, as in `withCheckedContinuation`, streams and sleeps.
            case continuation
            /// The next child of a task group.
            case group
            /// A turn on an actor.
            case executor
        }

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
        package var node: UInt32
        /// The task identifier; later tasks have higher ones.
        package var id: UInt64
        package var awaited: Awaited
        /// The address of the awaited object, or 0 if the task waits for none.
        package var awaitedAddress: UInt64
        /// The index in `taskFrames` of the function that the task resumes in.
        package var firstFrame: UInt32
        /// The number of functions in the asynchronous backtrace, or 0 for a completed task.
        ///
        /// The backtrace of a running task has only the functions that it returns to.
        package var frameCount: UInt32
        var flags: Flags
        var awaitedIndex: UInt32
        var parentIndex: UInt32

        /// The state at the moment of the snapshot.
        ///
        /// An enqueued task waits for a thread of its executor; a suspended one waits for something else, or has not
        /// started; a completed one has returned or thrown, and keeps only its result alive.
        package var state: AlikeTasks.State {
            if flags.contains(.completed) { return .completed }
            if flags.contains(.running) { return .running }
            return flags.contains(.enqueued) ? .enqueued : .suspended
        }

        package var isCancelled: Bool { flags.contains(.cancelled) }
        package var hasCancellationHandler: Bool { flags.contains(.cancellationHandler) }
        /// `true` if the task is a child of another task, through a group or `async let`.
        package var isChild: Bool { flags.contains(.child) }
        /// `true` if the task was created by `async let`.
        package var isAsyncLet: Bool { flags.contains(.asyncLet) }
        /// `true` if the task is a child of a task group.
        package var isOfGroup: Bool { flags.contains(.groupChild) }
        /// The kind of event that the task waits for, and the block that is or contains the awaited object.
        ///
        /// A continuation has no such block: see `HeapGraph.continuationHolders(ofTask:)`.
        package var waitsFor: (kind: Awaited, node: Int?) {
            (awaited, awaitedIndex == HeapSnapshot.none ? nil : Int(awaitedIndex))
        }
        /// The index in `nodes` of the block that is or contains the parent, or `nil` if the task is not a child.
        package var parent: Int? { parentIndex == HeapSnapshot.none ? nil : Int(parentIndex) }

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            node = try item.index(0, in: .nodes, "node")
            flags = Flags(rawValue: item.word(4))
            awaited = try item.value(8, "kind of awaited object")
            awaitedIndex = try item.index(12, in: .nodes, "node", isOptional: true)
            parentIndex = try item.index(16, in: .nodes, "node", isOptional: true)
            (firstFrame, frameCount) = try item.range(20, in: .taskFrames, "frames", upTo: 64)
            id = item.longWord(32)
            awaitedAddress = item.longWord(40)
        }
    }

    /// Returns the state of the task at a node, or `nil` if the node is not a task or states were not recorded.
    package func task(ofNode index: Int) -> TaskRecord? { Self.item(in: tasks, at: index) { Int($0.node) } }

    /// Returns nodes of tasks, the oldest task first, because addresses vary from run to run.
    func inOrderOfCreation(_ nodes: some Sequence<Int>) -> [Int] {
        nodes.map { (task(ofNode: $0)?.id ?? 0, $0) }.sorted { $0 < $1 }.map(\.1)
    }

    /// The size in bytes of the smallest block for the frames of a task.
    static let smallestSlab: UInt64 = 984
    /// The offset in a task of the address of its first block of frames.
    private static let firstSlab: UInt32 = 120
    /// The offset in a task of a padding word, which contains stale data.
    static let taskPadding: UInt32 = 72
    /// The offset in a block of frames of the address of the next one.
    static let nextSlab: UInt32 = 8

    /// Returns the blocks that contain the frames of the task at a node.
    ///
    /// - Parameter position: The offset of the task in the node, if it lies in the memory of another one.
    func memory(ofTask task: Int, at position: UInt32 = 0) -> Set<Int> {
        var (slabs, node, offset): (Set<Int>, Int, UInt32) = ([], task, position &+ Self.firstSlab)
        while let edge = edges(ofNode: node).first(where: { $0.offset == offset }) {
            (node, offset) = (Int(edge.target), Self.nextSlab)
            guard node != task, type(ofNode: node) == nil, slabs.insert(node).inserted else { break }
        }
        return slabs
    }

    /// The blocks that contain the frames of each recorded task, by its node.
    var frameBlocks: [Int: Set<Int>] {
        Dictionary(uniqueKeysWithValues: tasks.lazy.map { (Int($0.node), memory(ofTask: Int($0.node))) })
    }

    /// Returns the asynchronous backtrace of a task: the addresses of the functions it resumes in, innermost first.
    package func frames(of task: TaskRecord) -> ArraySlice<UInt64> {
        taskFrames[Int(task.firstFrame)..<Int(task.firstFrame) + Int(task.frameCount)]
    }
}
