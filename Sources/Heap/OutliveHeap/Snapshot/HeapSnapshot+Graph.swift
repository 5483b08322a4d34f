package import OutliveModel

extension HeapSnapshot {
    /// A live block.
    package struct Node: Hashable, Sendable {
        package var address: UInt64
        /// The size in bytes: the usable size for a raw block, the requested size for other blocks.
        package var bytes: UInt64
        /// The index of the type in `types`.
        package var type: UInt32
        /// The index of the stack in `stacks`, or `none`.
        package var stack: UInt32
        /// The cycle in which the block was allocated.
        package var birth: UInt32
        /// The lower 32 bits of the third word of a Swift object: the element count of array storage.
        package var elements: UInt32
        /// The index in `edges` of the first outgoing edge.
        package var firstEdge: UInt32
        /// The number of outgoing edges, with the deinitialised flag in the highest bit, so that a node has no padding.
        var edgesAndState: UInt32

        /// The maximum number of outgoing edges of a node.
        static let maximumEdges: UInt32 = 1 << 31 - 1

        package var edgeCount: UInt32 { edgesAndState & Self.maximumEdges }
        /// `true` if the object is deinitialised and kept in memory by unowned references only.
        package var isDeinitialised: Bool { edgesAndState > Self.maximumEdges }

        /// The indices in `edges` of the outgoing edges.
        package var edges: Range<Int> { Int(firstEdge)..<Int(firstEdge) + Int(edgeCount) }

        /// Lets the object count as deinitialised.
        mutating func deinitialise() { edgesAndState |= ~Self.maximumEdges }

        init(
            address: UInt64, bytes: UInt64, type: UInt32, stack: UInt32, firstEdge: UInt32, edgeCount: UInt32
        ) {
            (self.address, self.bytes, self.type, self.stack) = (address, bytes, type, stack)
            (self.firstEdge, edgesAndState, birth, elements) = (firstEdge, edgeCount, 0, 0)
        }

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            (address, bytes) = (item.longWord(0), item.longWord(8))
            type = try item.index(16, in: .types, "type")
            stack = try item.index(20, in: .stacks, "stack", isOptional: true)
            birth = item.word(24)
            let isDeinitialised = try item.flag(28, "object state")
            let edges = item.word(32)
            let limit = min(item.count(.edges), Self.maximumEdges)
            guard edges <= limit else { throw item.error("\(edges) edges exceed the limit of \(limit)", 32) }
            edgesAndState = isDeinitialised ? edges | ~Self.maximumEdges : edges
            elements = item.word(36)
            firstEdge = 0
        }
    }

    /// A word of one block that contains the address of another.
    package struct Edge: Hashable, Sendable {
        /// The index in `nodes` of the referenced block.
        package var target: UInt32
        /// The offset in bytes of the word in the referring block.
        package var offset: UInt32

        init(target: UInt32, offset: UInt32) { (self.target, self.offset) = (target, offset) }

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            target = try item.index(0, in: .nodes, "node")
            offset = item.word(4)
        }
    }

    /// A word outside the heap that contains the address of a block.
    package struct Root: Hashable, Sendable {
        /// The place of a GC root.
        package enum Kind: UInt32, Hashable, Sendable {
            /// The writable data of a module.
            case global = 1
            /// The stack or the registers of a thread.
            case stack
            /// The thread-local storage of a thread.
            case threadLocal
            /// Other mapped memory, neither from malloc nor a stack.
            case mapping
        }

        /// The index in `nodes` of the referenced block.
        package var node: UInt32
        package var kind: Kind
        /// The index in `modules` for a global, in `threads` for other kinds, or `none`.
        package var owner: UInt32
        package var address: UInt64

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            node = try item.index(0, in: .nodes, "node")
            kind = try item.value(4, "root kind")
            let (owners, what): (SectionKind, String) = kind == .global ? (.modules, "module") : (.threads, "thread")
            owner = try item.index(8, in: owners, what, isOptional: true)
            address = item.longWord(16)
        }
    }

    /// Returns the type of a node, or `nil` for a raw block.
    package func type(ofNode node: Int) -> HeapType? { types[Int(nodes[node].type)].type }

    /// A number about a reference, stored apart because most references have none: a code address, or an offset.
    package struct ReferenceDetail: Hashable, Sendable {
        /// The index in `edges` or `roots` of the reference.
        package var reference: UInt32
        /// `true` if the reference is a root.
        package var isOfRoot: Bool
        package var value: UInt64

        /// The number by which a snapshot sorts its details: the edges' come first.
        var order: UInt64 { Self.order(reference, isOfRoot: isOfRoot) }
        static func order(_ reference: UInt32, isOfRoot: Bool) -> UInt64 {
            UInt64(reference) | (isOfRoot ? 1 << 32 : 0)
        }

        init(reference: UInt32, isOfRoot: Bool, value: UInt64) {
            (self.reference, self.isOfRoot, self.value) = (reference, isOfRoot, value)
        }

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            isOfRoot = try item.flag(4, "reference kind")
            reference = try item.index(0, in: isOfRoot ? .roots : .edges, isOfRoot ? "root" : "edge")
            value = item.longWord(8)
        }
    }

    /// The layout of the storage of a dictionary or a set.
    package struct HashTable: Hashable, Sendable {
        /// The keys, elements or values of all buckets.
        package struct Entries: Hashable, Sendable {
            /// The offset of the first entry in the storage, in bytes.
            package var offset: UInt32
            /// The distance between entries, in bytes.
            package var stride: UInt32

            package init(offset: UInt32, stride: UInt32) { (self.offset, self.stride) = (offset, stride) }

            /// Checks that the entries lie within their block and, unless `next` is 0, end before it.
            func check(
                _ count: UInt32, endingBefore next: UInt64, of size: UInt64, _ item: SnapshotItem, _ position: Int
            ) throws(HeapSnapshotError) {
                guard stride > 0 else { throw item.error("the entry size of the hash table is 0", position + 4) }
                // The product of two 32-bit numbers fits into 64 bits.
                let room = next > 0 ? min(next, size) : size
                guard UInt64(offset) <= room, UInt64(count) * UInt64(stride) <= room - UInt64(offset) else {
                    throw item.error(
                        "\(count) entries of \(stride) bytes at offset \(offset) do not fit into \(room) bytes",
                        position)
                }
            }
        }

        /// The index in `nodes` of the storage.
        package var node: UInt32
        /// The number of buckets, occupied or not.
        package var buckets: UInt32
        /// The keys of a dictionary, or the elements of a set.
        package var keys: Entries
        /// The values of a dictionary, or `nil` for a set.
        package var values: Entries?

        init(_ item: SnapshotItem, nodes: [HeapSnapshot.Node]) throws(HeapSnapshotError) {
            node = try item.index(0, in: .nodes, "node")
            buckets = item.word(4)
            keys = Entries(offset: item.word(8), stride: item.word(12))
            let values = Entries(offset: item.word(16), stride: item.word(20))
            self.values = values.offset > 0 ? values : nil
            let size = nodes[Int(node)].bytes
            try keys.check(buckets, endingBefore: UInt64(values.offset), of: size, item, 8)
            try self.values?.check(buckets, endingBefore: 0, of: size, item, 16)
        }
    }

    /// A reference within an existential value (`any P`), whose type is known only at run time.
    struct Value: Hashable, Sendable {
        /// The index in `edges` of the reference.
        var edge: UInt32
        /// The index in `types` of the box type for such a value.
        var type: UInt32
        /// The offset of the reference in such a box, in bytes.
        var offset: UInt32

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            edge = try item.index(0, in: .edges, "edge")
            type = try item.index(4, in: .types, "type")
            offset = item.word(8)
        }
    }

    /// A block that is the box of an existential value (`any P`).
    struct ValueBox: Hashable, Sendable {
        /// The index in `nodes` of the block.
        var node: UInt32
        /// The index in `types` of the box type.
        var type: UInt32

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            node = try item.index(0, in: .nodes, "node")
            type = try item.index(4, in: .types, "type")
        }
    }

    /// The place of a word in a block: in the instance itself, or in an element, key or value.
    struct Slot: Hashable, Sendable {
        var part: Field.Part
        /// The index of the element, key or value.
        var index: UInt32 = 0
        /// The offset in bytes from the beginning of the part.
        var offset: UInt32

        init(part: Field.Part, offset: UInt32) { (self.part, self.offset) = (part, offset) }

        /// Creates the place of an offset in a block.
        ///
        /// - Parameter table: The layout of keys and values if the block is the storage of a dictionary or a set.
        init(at offset: UInt32, elementStride: UInt32, _ table: HashTable?) {
            if elementStride > 0, offset >= HeapSnapshot.firstElement {
                self.init(.element, offset - HeapSnapshot.firstElement, stride: elementStride)
            } else if let values = table?.values, offset >= values.offset {
                // Values are stored behind the keys.
                self.init(.value, offset - values.offset, stride: values.stride)
            } else if let keys = table?.keys, offset >= keys.offset {
                self.init(.element, offset - keys.offset, stride: keys.stride)
            } else {
                self.init(part: .instance, offset: offset)
            }
        }

        private init(_ part: Field.Part, _ offset: UInt32, stride: UInt32) {
            self.part = part
            (index, self.offset) = offset.quotientAndRemainder(dividingBy: stride)
        }
    }

    /// The objects that have a side table, by the block in which the runtime counts the weak references to them.
    ///
    /// A weak reference leads to that block, which lives as long as its object, and then until the last weak reference
    /// to it is gone.
    var objectsBySideTable: [UInt32: UInt32] {
        var objects: [UInt32: UInt32] = [:]
        for (index, node) in nodes.enumerated() where node.edgeCount > 0 {
            // The word of the reference counts, which no other reference can be in.
            let edge = edges[Int(node.firstEdge)]
            if edge.offset == 8, types[Int(node.type)].type != nil { objects[edge.target] = UInt32(index) }
        }
        return objects
    }
}
