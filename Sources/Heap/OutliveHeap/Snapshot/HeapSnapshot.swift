package import OutliveModel
internal import OutliveSupport

/// A validated heap snapshot of a process: all its indices and ranges are in bounds.
///
/// `docs/heap-snapshot.md` describes the format. It has the items of the file, in the same order. Texts are resolved
/// and numbers keep their width, so that a snapshot of a million blocks takes about as much memory as its file.
package struct HeapSnapshot: Hashable, Sendable {
    /// The newest version of the format that this reader supports.
    package static let currentVersion = 2
    package static let none = UInt32.max
    /// The offset of the elements in array storage, in bytes.
    static let firstElement: UInt32 = 32

    package internal(set) var header: Header
    /// Remarks on how the figures were obtained; empty in files of the heap tier.
    package internal(set) var notes: [String]
    /// The use of resident memory, or `nil` if the snapshot was not ordered with it.
    package internal(set) var memory: Memory?
    /// The state of the program, or `nil` if the snapshot was not ordered with it.
    package internal(set) var state: State?
    /// The sampling that the numbers of blocks are estimated from, or `nil` if every block was counted.
    ///
    /// The stacks of its totals are indices in `stacks`.
    package internal(set) var sampling: HeapSampling?
    /// The count of all allocations, with the indices of stacks; `nil` if only live blocks were counted.
    package internal(set) var allocations: HeapAllocations?
    /// What could be saved, by kind, type and stack, or `nil` without a graph and in files of older heap libraries.
    package internal(set) var savings: [Saving]?
    /// The contents of the objects, or `nil` if the snapshot was not ordered with them; no file on disk has them.
    package internal(set) var objectContents: ObjectContents?
    /// The executable and all libraries that were ever loaded.
    package internal(set) var modules: [Module]
    /// The types of the blocks; two can have the same name.
    package internal(set) var types: [BlockType]
    package internal(set) var fields: [Field]
    /// The return addresses of all stacks.
    package internal(set) var frames: [UInt64]
    package internal(set) var stacks: [Stack]
    /// The live objects by type, stack, birth and state.
    package internal(set) var rows: [CensusRow]
    /// The live raw blocks by stack and birth; empty in files of older heap libraries.
    package internal(set) var rawRows: [CensusRow]
    /// The sum of the contents of the objects that are the storage of containers, by the index of their row in `rows`;
    /// empty in files of older heap libraries.
    package internal(set) var contents: [UInt32: ContainerContents]
    /// The live blocks by ascending address; empty without a graph.
    package internal(set) var nodes: [Node]
    package internal(set) var edges: [Edge]
    package internal(set) var roots: [Root]
    /// The threads that were scanned.
    package internal(set) var threads: [Thread]
    /// The code addresses in the words before references, the edges' first, in the order of the references.
    ///
    /// Together they form a closure, or a function and its context.
    package internal(set) var functions: [ReferenceDetail]
    /// `true` if functions and hash tables were recorded, as by recent heap libraries.
    ///
    /// Without functions, a closure looks the same as a direct holder of its context.
    package internal(set) var hasFunctions: Bool
    /// The storage of dictionaries and sets, by ascending node.
    package internal(set) var hashTables: [HashTable]
    /// The states of the tasks, by ascending node; empty if the heap library could not read them.
    package internal(set) var tasks: [TaskRecord]
    /// The functions in the asynchronous backtraces of all tasks.
    var taskFrames: [UInt64]
    /// The tasks that lie in the memory of another one, as for `async let`; `node` contains the task.
    package internal(set) var innerTasks: [TaskRecord]
    /// The details of `tasks`, then of `innerTasks`; empty in files of older heap libraries.
    package internal(set) var taskDetails: [TaskDetails]
    /// The offsets in their targets, in bytes, of references to addresses within the memory of tasks, the edges' first, in
    /// their order.
    var insides: [ReferenceDetail]
    /// The continuations of Dispatch, by node, with `true` if a thread keeps the memory for reuse; empty in files of older heap
    /// libraries.
    var continuations: [UInt32: Bool]
    /// The number of strong references to each object to which stacks and frames lead, by node; empty in files of older
    /// heap libraries.
    var counts: [UInt32: UInt32]
    /// The references within existential values, by ascending edge.
    var values: [Value]
    /// The boxes of existential values, by ascending node.
    var boxes: [ValueBox]

    /// Returns the fields of a type, its superclasses' included.
    package func fields(ofType index: Int) -> ArraySlice<Field> { fields(of: types[index]) }

    func fields(of type: BlockType) -> ArraySlice<Field> {
        fields[Int(type.firstField)..<Int(type.firstField) + Int(type.fieldCount)]
    }

    /// Returns the return addresses of a stack, innermost first.
    package func frames(ofStack index: Int) -> ArraySlice<UInt64> {
        let stack = stacks[index]
        return frames[Int(stack.firstFrame)..<Int(stack.firstFrame) + Int(stack.frameCount)]
    }

    package func edges(ofNode index: Int) -> ArraySlice<Edge> { edges[nodes[index].edges] }

    /// Returns the node that an edge starts from.
    package func source(ofEdge index: Int) -> Int { nodes.partitioningIndex { Int($0.firstEdge) > index } - 1 }

    /// Returns the function address in the word before an edge, such as the code of a closure, or `nil` if there is
    /// none.
    package func function(ofEdge index: Int) -> UInt64? {
        function(ReferenceDetail.order(UInt32(index), isOfRoot: false))
    }

    /// Returns the function address in the word before a root, or `nil` if there is none.
    package func function(ofRoot index: Int) -> UInt64? {
        function(ReferenceDetail.order(UInt32(index), isOfRoot: true))
    }

    private func function(_ order: UInt64) -> UInt64? { Self.item(in: functions, at: order, \.order)?.value }

    /// Returns the layout of a node that is the storage of a dictionary or a set, or `nil` for any other node.
    package func hashTable(ofNode index: Int) -> HashTable? { Self.item(in: hashTables, at: index) { Int($0.node) } }

    /// Returns the node that starts at an address, or `nil` if there is none.
    package func node(at address: UInt64) -> Int? {
        let index = nodes.partitioningIndex { $0.address >= address }
        return index < nodes.count && nodes[index].address == address ? index : nil
    }

    /// Returns the existential value that contains a reference, or `nil` if there is none.
    func value(ofEdge index: Int) -> Value? { Self.item(in: values, at: index) { Int($0.edge) } }

    /// Returns the index in `types` of the type that describes a node's contents: the box type of an existential value,
    /// or the node's own type.
    func contentType(ofNode index: Int) -> Int {
        Int(Self.item(in: boxes, at: index) { Int($0.node) }?.type ?? nodes[index].type)
    }

    /// Returns the place of an edge in the block that it starts from.
    ///
    /// - Parameter type: The index in `types` of the type that describes the block.
    func slot(ofEdge edge: Int, from node: Int, type: Int) -> Slot {
        Slot(at: edges[edge].offset, elementStride: types[type].elementStride, hashTable(ofNode: node))
    }

    /// The continuations of Dispatch that threads keep for reuse, whose memory is free.
    package var unusedContinuations: Set<UInt32> { Set(continuations.lazy.filter(\.value).map(\.key)) }

    /// Returns the item with a key, or `nil` if there is none.
    ///
    /// - Parameter items: The items in ascending order of their keys.
    static func item<Item, Key: Comparable>(in items: [Item], at key: Key, _ keyOf: (Item) -> Key) -> Item? {
        let index = items.partitioningIndex { keyOf($0) >= key }
        return index < items.count && keyOf(items[index]) == key ? items[index] : nil
    }

    /// Returns `true` if a root is on the stack of the main thread.
    func isOfMainThread(_ root: Root) -> Bool {
        root.owner != Self.none && threads[Int(root.owner)].threadID == UInt32(bitPattern: header.processID)
    }
}

extension HeapSnapshot {
    /// The description of a snapshot and its process.
    package struct Header: Hashable, Sendable {
        package var processID: Int32
        package var reason: HeapCensus.Reason
        /// The number of the request or of the fatal signal; otherwise 0.
        package var number: UInt32
        /// The number of cycles that had ended before the census.
        package var cycle: UInt32
        /// `true` if nodes, edges and roots were recorded.
        package var hasGraph: Bool
        /// `true` if allocation stacks were captured.
        package var hasStacks: Bool
        /// `true` if memory ran out while the snapshot was made, so that data may be missing.
        package var isIncomplete: Bool
        /// `true` if sizes are what the allocator can use, except for instances of classes.
        package var hasUsableSizes: Bool
        /// `true` if a part of the heap could not be read, so that data may be missing.
        package var isPartial: Bool
        /// `true` if the objects were found by their contents alone, so that some may be missing or long freed.
        package var isInexact: Bool
        /// `true` if another program listed the blocks, all of which leak.
        package var isListed: Bool
        /// The maximum number of frames captured per stack, 0 to 64.
        package var framesPerStack: UInt32
        /// The time at which the heap was frozen, in nanoseconds since 1970.
        package var time: UInt64
        /// The time for which the thread that froze the heap was delayed, in nanoseconds.
        package var pause: UInt64
        /// The number of live blocks that are not Swift objects.
        package var rawBlocks: Int
        /// The sum of these blocks' sizes in bytes.
        package var rawBytes: Int
        /// The memory of the heap tier's own bookkeeping in bytes, without the stack table.
        package var bookkeepingBytes: Int
        /// The memory of the heap tier's stack table in bytes.
        package var stackTableBytes: Int

        /// All memory of the heap tier in bytes, or `nil` if the process has none.
        package var tierBytes: Int? {
            let sum = boundedSum(bookkeepingBytes, stackTableBytes)
            return sum > 0 ? sum : nil
        }

        /// Creates the header of blocks that another program listed.
        init(processID: Int32, framesPerStack: UInt32) {
            (self.processID, self.framesPerStack, reason) = (processID, framesPerStack, .exit)
            (number, cycle, time, pause) = (0, 0, 0, 0)
            (hasGraph, hasStacks, hasUsableSizes) = (true, framesPerStack > 0, true)
            (isIncomplete, isPartial, isInexact, isListed) = (false, false, false, true)
            (rawBlocks, rawBytes, bookkeepingBytes, stackTableBytes) = (0, 0, 0, 0)
        }

        /// Reads the header and checks that it belongs to a complete file of a supported version.
        ///
        /// - Parameters:
        ///   - bytes: The file, or its beginning.
        ///   - fileBytes: The size of the file in bytes.
        init(_ bytes: UnsafeRawBufferPointer, fileBytes: Int) throws(HeapSnapshotError) {
            guard bytes.count > 0 else { throw HeapSnapshotError("the file is empty", at: 0) }
            for (offset, (byte, expected)) in zip(bytes, "OUTLHEAP".utf8).enumerated() where byte != expected {
                throw HeapSnapshotError("not a heap snapshot: the file does not start with OUTLHEAP", at: offset)
            }
            guard bytes.count >= SnapshotReader.headerBytes else {
                throw HeapSnapshotError("the file ends within its header", at: bytes.count)
            }
            let version = bytes.word(at: 8)
            guard version <= HeapSnapshot.currentVersion else {
                throw HeapSnapshotError(
                    "format version \(version) is newer than the supported version \(HeapSnapshot.currentVersion); "
                        + "update outlive", at: 8)
            }
            guard version > 0 else { throw HeapSnapshotError("format version 0 is invalid", at: 8) }
            let size = bytes.longWord(at: 16)
            guard size <= UInt64(fileBytes) else {
                throw HeapSnapshotError(
                    "the file is truncated: its header gives a size of \(size) bytes", at: fileBytes)
            }
            guard size == UInt64(fileBytes) else {
                throw HeapSnapshotError(
                    "the file is longer than the \(size) bytes that its header gives", at: Int(size))
            }
            guard let process = Int32(exactly: bytes.word(at: 24)) else {
                throw HeapSnapshotError("\(bytes.word(at: 24)) is not a valid process ID", at: 24)
            }
            let later: [HeapCensus.Reason] = version > 1 ? [.inspection, .core] : []
            let reasons: [HeapCensus.Reason] = [.request, .exit, .fatalSignal, .signal] + later
            guard bytes.word(at: 28) < reasons.count else {
                throw HeapSnapshotError("unknown snapshot reason \(bytes.word(at: 28))", at: 28)
            }
            processID = process
            reason = reasons[Int(bytes.word(at: 28))]
            number = bytes.word(at: 32)
            cycle = bytes.word(at: 36)
            let flags = bytes.word(at: 40)
            (hasGraph, hasStacks, isIncomplete) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
            let ofLater = version > 1 ? flags : 0
            (hasUsableSizes, isPartial, isInexact) = (ofLater & 8 != 0, ofLater & 16 != 0, ofLater & 32 != 0)
            isListed = false
            framesPerStack = bytes.word(at: 44)
            guard framesPerStack <= 64 else {
                throw HeapSnapshotError("\(framesPerStack) frames per stack exceed the limit of 64", at: 44)
            }
            time = bytes.longWord(at: 48)
            pause = bytes.longWord(at: 56)
            rawBlocks = try bytes.number(at: 64)
            rawBytes = try bytes.number(at: 72)
            bookkeepingBytes = try bytes.number(at: 80)
            stackTableBytes = try bytes.number(at: 88)
        }
    }
}
