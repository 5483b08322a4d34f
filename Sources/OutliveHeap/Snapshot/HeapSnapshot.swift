public import OutliveModel

/// What the heap tier wrote of a process at one moment, checked: every index and range in it is good.
///
/// `docs/heap-snapshot.md` is the format. The items are what the file has, in its order; texts are resolved, numbers stay as
/// small as they are there, so that a heap of a million blocks takes about as much memory as its file.
public struct HeapSnapshot: Hashable, Sendable {
    /// The version of the format that this code reads.
    public static let currentVersion = 1
    /// The index that names nothing.
    public static let none = UInt32.max
    /// Where the elements begin in array storage, in bytes.
    static let firstElement: UInt32 = 32

    /// What the file says of itself and of the process.
    public internal(set) var header: Header
    /// The executable and the libraries that were ever loaded.
    public internal(set) var modules: [Module]
    /// The types that blocks have; two may have one name.
    public internal(set) var types: [BlockType]
    /// The fields of all types.
    public internal(set) var fields: [Field]
    /// The return addresses of all stacks.
    public internal(set) var frames: [UInt64]
    /// The allocation stacks.
    public internal(set) var stacks: [Stack]
    /// The live objects by type, stack, birth and state.
    public internal(set) var rows: [CensusRow]
    /// The live raw blocks by stack and birth; empty in the file of an older heap library.
    public internal(set) var rawRows: [RawRow]
    /// What the objects of `rows` hold, by rising row; empty in the file of an older heap library.
    public internal(set) var containers: [Container]
    /// The live blocks by rising address; empty without a graph.
    public internal(set) var nodes: [Node]
    /// The edges of all nodes.
    public internal(set) var edges: [Edge]
    /// What keeps blocks from outside of the heap.
    public internal(set) var roots: [Root]
    /// The threads that were looked at.
    public internal(set) var threads: [Thread]
    /// The code that stands beside references, those of edges first, by rising place.
    public internal(set) var functions: [Function]
    /// Whether functions and hash tables were looked for, as earlier heap libraries did not: without functions a closure
    /// cannot be told from what holds its context by itself.
    public internal(set) var tellsFunctions: Bool
    /// The nodes that are the storage of dictionaries and sets, by rising node.
    public internal(set) var hashTables: [HashTable]
    /// The states of the tasks, by rising node; empty where the heap library could not read them.
    public internal(set) var tasks: [TaskRecord]
    /// The functions that all tasks go on with.
    var taskFrames: [UInt64]
    /// The references in values of `any P`, by rising edge.
    var values: [Value]
    /// The boxes of such values, by rising node.
    var boxes: [ValueBox]

    /// The fields of a type, those of its superclasses included.
    ///
    /// - Parameter index: of the type in `types`.
    public func fields(ofType index: Int) -> ArraySlice<Field> {
        let type = types[index]
        return fields[Int(type.firstField)..<Int(type.firstField) + Int(type.fieldCount)]
    }

    /// The return addresses of a stack, innermost first.
    ///
    /// - Parameter index: of the stack in `stacks`.
    public func frames(ofStack index: Int) -> ArraySlice<UInt64> {
        let stack = stacks[index]
        return frames[Int(stack.firstFrame)..<Int(stack.firstFrame) + Int(stack.frameCount)]
    }

    /// The edges that lead away from a node.
    ///
    /// - Parameter index: of the node in `nodes`.
    public func edges(ofNode index: Int) -> ArraySlice<Edge> {
        let node = nodes[index]
        return edges[Int(node.firstEdge)..<Int(node.firstEdge) + Int(node.edgeCount)]
    }

    /// The node that an edge leads away from.
    ///
    /// - Parameter index: of the edge in `edges`.
    /// - Complexity: O(log nodes).
    public func source(ofEdge index: Int) -> Int {
        var (lower, upper) = (0, nodes.count)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if Int(nodes[middle].firstEdge) <= index { lower = middle + 1 } else { upper = middle }
        }
        return lower - 1
    }

    /// The address of the function in the word before an edge's: of a closure its code; nil where there is none.
    ///
    /// - Parameter index: of the edge in `edges`.
    /// - Complexity: O(log functions).
    public func function(ofEdge index: Int) -> UInt64? { function(Function(place: UInt32(index), isOfRoot: false)) }

    /// The address of the function in the word before a root's; nil where there is none.
    ///
    /// - Parameter index: of the root in `roots`.
    /// - Complexity: O(log functions).
    public func function(ofRoot index: Int) -> UInt64? { function(Function(place: UInt32(index), isOfRoot: true)) }

    private func function(_ wanted: Function) -> UInt64? {
        var (lower, upper) = (0, functions.count)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if functions[middle].precedes(wanted) { lower = middle + 1 } else { upper = middle }
        }
        guard lower < functions.count, !wanted.precedes(functions[lower]) else { return nil }
        return functions[lower].address
    }

    /// What a node has in it if it is the storage of a dictionary or a set; nil of all else.
    ///
    /// - Parameter index: of the node in `nodes`.
    /// - Complexity: O(log hash tables).
    public func hashTable(ofNode index: Int) -> HashTable? {
        var (lower, upper) = (0, hashTables.count)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if hashTables[middle].node < index { lower = middle + 1 } else { upper = middle }
        }
        return lower < hashTables.count && hashTables[lower].node == index ? hashTables[lower] : nil
    }

    /// The node that begins at an address; nil when there is none.
    ///
    /// - Complexity: O(log nodes).
    public func node(at address: UInt64) -> Int? {
        var (lower, upper) = (0, nodes.count)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if nodes[middle].address < address { lower = middle + 1 } else { upper = middle }
        }
        return lower < nodes.count && nodes[lower].address == address ? lower : nil
    }
}

extension HeapSnapshot {
    /// What a snapshot says of itself and of the process.
    public struct Header: Hashable, Sendable {
        /// The process.
        public var processID: Int32
        /// What it was taken for.
        public var reason: HeapCensus.Reason
        /// The number of the request; of a fatal signal its number; otherwise 0.
        public var number: UInt32
        /// The cycle that the census belongs to: how many cycles had ended before it.
        public var cycle: UInt32
        /// Whether nodes, edges and roots were written.
        public var hasGraph: Bool
        /// Whether allocation stacks were captured.
        public var hasStacks: Bool
        /// Whether memory ran out while it was made, so that something may be missing.
        public var isIncomplete: Bool
        /// Frames captured per stack, 0 to 64.
        public var framesPerStack: UInt32
        /// When the heap was frozen, in nanoseconds since 1970.
        public var time: UInt64
        /// How long the thread that froze the heap was held up by that, in nanoseconds.
        public var pause: UInt64
        /// Live blocks that are no Swift objects.
        public var rawBlocks: Int
        /// Their bytes.
        public var rawBytes: Int
        /// Bytes of the heap tier's own bookkeeping, without stacks.
        public var bookkeepingBytes: Int
        /// Bytes of its table of stacks.
        public var stackTableBytes: Int
    }
}
