package import OutliveModel
internal import OutliveSupport

/// A validated heap snapshot of a process: all its indices and ranges are in bounds.
///
/// `docs/heap-snapshot.md` describes the format. The items are those of the file, in the same order. Texts are resolved
/// and numbers keep their width, so that a snapshot of a million blocks takes about as much memory as its file.
package struct HeapSnapshot: Hashable, Sendable {
    /// The newest version of the format that this reader supports.
    package static let currentVersion = 1
    /// The index that refers to nothing.
    package static let none = UInt32.max
    /// The offset of the elements in array storage, in bytes.
    static let firstElement: UInt32 = 32

    /// The description of the file and of the process.
    package internal(set) var header: Header
    /// The executable and all libraries that were ever loaded.
    package internal(set) var modules: [Module]
    /// The types of the blocks; two can have the same name.
    package internal(set) var types: [BlockType]
    /// The fields of all types.
    package internal(set) var fields: [Field]
    /// The return addresses of all stacks.
    package internal(set) var frames: [UInt64]
    /// The allocation stacks.
    package internal(set) var stacks: [Stack]
    /// The live objects by type, stack, birth and state.
    package internal(set) var rows: [CensusRow]
    /// The live raw blocks by stack and birth; empty in files of older heap libraries.
    package internal(set) var rawRows: [RawRow]
    /// The contents of the objects of `rows`, by ascending row; empty in files of older heap libraries.
    package internal(set) var containers: [Container]
    /// The live blocks by ascending address; empty without a graph.
    package internal(set) var nodes: [Node]
    /// The edges of all nodes.
    package internal(set) var edges: [Edge]
    /// The GC roots.
    package internal(set) var roots: [Root]
    /// The threads that were scanned.
    package internal(set) var threads: [Thread]
    /// The code addresses beside references, those of edges first, by ascending place.
    package internal(set) var functions: [Function]
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
    /// The references within existential values, by ascending edge.
    var values: [Value]
    /// The boxes of existential values, by ascending node.
    var boxes: [ValueBox]

    /// Returns the fields of a type, those of its superclasses included.
    ///
    /// - Parameter index: The index of the type in `types`.
    package func fields(ofType index: Int) -> ArraySlice<Field> {
        let type = types[index]
        return fields[Int(type.firstField)..<Int(type.firstField) + Int(type.fieldCount)]
    }

    /// Returns the return addresses of a stack, innermost first.
    ///
    /// - Parameter index: The index of the stack in `stacks`.
    package func frames(ofStack index: Int) -> ArraySlice<UInt64> {
        let stack = stacks[index]
        return frames[Int(stack.firstFrame)..<Int(stack.firstFrame) + Int(stack.frameCount)]
    }

    /// Returns the outgoing edges of a node.
    ///
    /// - Parameter index: The index of the node in `nodes`.
    package func edges(ofNode index: Int) -> ArraySlice<Edge> {
        let node = nodes[index]
        return edges[Int(node.firstEdge)..<Int(node.firstEdge) + Int(node.edgeCount)]
    }

    /// Returns the node that an edge starts from.
    ///
    /// - Parameter index: The index of the edge in `edges`.
    /// - Complexity: O(log nodes).
    package func source(ofEdge index: Int) -> Int {
        nodes.partitioningIndex { Int($0.firstEdge) > index } - 1
    }

    /// Returns the function address in the word before an edge, such as the code of a closure, or `nil` if there is
    /// none.
    ///
    /// - Parameter index: The index of the edge in `edges`.
    /// - Complexity: O(log functions).
    package func function(ofEdge index: Int) -> UInt64? { function(Function(place: UInt32(index), isOfRoot: false)) }

    /// Returns the function address in the word before a root, or `nil` if there is none.
    ///
    /// - Parameter index: The index of the root in `roots`.
    /// - Complexity: O(log functions).
    package func function(ofRoot index: Int) -> UInt64? { function(Function(place: UInt32(index), isOfRoot: true)) }

    private func function(_ wanted: Function) -> UInt64? {
        let place = functions.partitioningIndex { !$0.precedes(wanted) }
        guard place < functions.count, !wanted.precedes(functions[place]) else { return nil }
        return functions[place].address
    }

    /// Returns the layout of a node that is the storage of a dictionary or a set, or `nil` for any other node.
    ///
    /// - Parameter index: The index of the node in `nodes`.
    /// - Complexity: O(log hash tables).
    package func hashTable(ofNode index: Int) -> HashTable? {
        let place = hashTables.partitioningIndex { $0.node >= index }
        return place < hashTables.count && hashTables[place].node == index ? hashTables[place] : nil
    }

    /// Returns the node that starts at an address, or `nil` if there is none.
    ///
    /// - Complexity: O(log nodes).
    package func node(at address: UInt64) -> Int? {
        let place = nodes.partitioningIndex { $0.address >= address }
        return place < nodes.count && nodes[place].address == address ? place : nil
    }
}

extension HeapSnapshot {
    /// The description of a snapshot and its process.
    package struct Header: Hashable, Sendable {
        /// The process ID.
        package var processID: Int32
        /// The reason for the snapshot.
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
        /// The maximum number of frames captured per stack, 0 to 64.
        package var framesPerStack: UInt32
        /// The time at which the heap was frozen, in nanoseconds since 1970.
        package var time: UInt64
        /// The time for which the thread that froze the heap was delayed, in nanoseconds.
        package var pause: UInt64
        /// The number of live blocks that are not Swift objects.
        package var rawBlocks: Int
        /// The sum of their sizes in bytes.
        package var rawBytes: Int
        /// The memory of the heap tier's own bookkeeping in bytes, without stacks.
        package var bookkeepingBytes: Int
        /// The memory of the heap tier's stack table in bytes.
        package var stackTableBytes: Int
    }
}
