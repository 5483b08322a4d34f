public import OutliveModel

extension HeapSnapshot {
    /// An executable or library, for as long as it was loaded at one address.
    public struct Module: Hashable, Sendable {
        /// The path, as the process saw it.
        public var path: String
        /// The GNU build-id in lower-case hexadecimal, or `nil` if the module has none.
        public var buildID: String?
        /// The number to subtract from an address to get the address in the file's symbol table.
        public var loadBias: UInt64
        /// The addresses of the module in memory.
        public var addresses: Range<UInt64>
        /// The epochs in which the module was loaded; an epoch is the number of modules unloaded so far.
        public var epochs: Range<UInt32>
    }

    /// The type of a block, as far as the runtime describes it.
    public struct BlockType: Hashable, Sendable {
        /// The name and kind, or `nil` for a block that is not a Swift object.
        public var type: HeapType?
        /// The size of an instance in bytes according to its metadata, or 0 if unknown.
        public var instanceSize: UInt32
        /// The index in `fields` of the first field.
        public var firstField: UInt32
        /// The number of fields.
        public var fieldCount: UInt32
        /// The distance in bytes between elements of array storage, or 0 for other types.
        public var elementStride: UInt32
        /// The index in `types` of the superclass, or `nil` if there is none or it is unknown.
        public var superclass: UInt32?
    }

    /// A stored property, or a value captured by a closure.
    public struct Field: Hashable, Sendable {
        /// The reference strength of a field.
        public enum Strength: UInt32, Hashable, Sendable {
            /// A reference that keeps its target alive.
            case strong
            /// A weak reference, which becomes `nil` when its target is deinitialised.
            case weak
            /// An unowned reference, which keeps the memory of its target allocated.
            case unowned
            /// A reference that is not counted, such as `Unmanaged` or `unowned(unsafe)`.
            case unmanaged
        }

        /// The part of a block that a field belongs to.
        public enum Part: UInt32, Hashable, Sendable {
            /// The instance itself.
            case instance
            /// Each element of array storage or of a set, or each key of a dictionary.
            case element
            /// Each value of a dictionary.
            case value
        }

        /// The name, or an empty string for a capture.
        public var name: String
        /// The name of the field's type.
        public var type: String
        /// The offset in bytes from the beginning of the part.
        public var offset: UInt32
        /// The size in bytes.
        public var size: UInt32
        /// The reference strength.
        public var strength: Strength
        /// The part that the field belongs to.
        public var part: Part
        /// The type that declares the first property of `name` if the field is in a capture, an element or a boxed
        /// value. It is empty for a property of the instance itself.
        public var owner = ""
    }

    /// An allocation stack.
    public struct Stack: Hashable, Sendable {
        /// The index in `frames` of the innermost return address.
        public var firstFrame: UInt32
        /// The number of frames.
        public var frameCount: UInt32
        /// The epoch of the capture: the number of modules unloaded before it.
        public var epoch: UInt32
    }

    /// Live objects with equal type, stack, birth and state.
    public struct CensusRow: Hashable, Sendable {
        /// The index of the type in `types`.
        public var type: UInt32
        /// The index of the stack in `stacks`, or `none`.
        public var stack: UInt32
        /// The cycle in which the objects were allocated.
        public var birth: UInt32
        /// `true` if the objects are deinitialised and kept in memory by unowned references only.
        public var isDeinitialised: Bool
        /// The number of objects.
        public var objects: Int
        /// The sum of their sizes in bytes.
        public var bytes: Int
    }

    /// Live raw blocks, which are not Swift objects, with equal stack and birth.
    public struct RawRow: Hashable, Sendable {
        /// The index of the stack in `stacks`, or `none`.
        public var stack: UInt32
        /// The cycle in which the blocks were allocated.
        public var birth: UInt32
        /// The number of blocks.
        public var blocks: Int
        /// The sum of their usable sizes in bytes, as reported by malloc.
        public var bytes: Int
    }

    /// The contents of the objects of a census row that are the storage of containers.
    public struct Container: Hashable, Sendable {
        /// The index of the row in `rows`.
        public var row: UInt32
        /// The sum of their contents.
        public var contents: ContainerContents
    }

    /// A live block.
    public struct Node: Hashable, Sendable {
        /// The start address.
        public var address: UInt64
        /// The size in bytes: the usable size for a raw block, the requested size for other blocks.
        public var bytes: UInt64
        /// The index of the type in `types`.
        public var type: UInt32
        /// The index of the stack in `stacks`, or `none`.
        public var stack: UInt32
        /// The cycle in which the block was allocated.
        public var birth: UInt32
        /// The lower 32 bits of the third word of a Swift object: the element count of array storage.
        public var elements: UInt32
        /// The index in `edges` of the first outgoing edge.
        public var firstEdge: UInt32
        /// The number of outgoing edges, with the deinitialised flag in the highest bit, so that a node has no padding.
        var edgesAndState: UInt32

        /// The maximum number of outgoing edges of a node.
        static let mostEdges: UInt32 = 1 << 31 - 1

        /// The number of outgoing edges.
        public var edgeCount: UInt32 { edgesAndState & Self.mostEdges }
        /// `true` if the object is deinitialised and kept in memory by unowned references only.
        public var isDeinitialised: Bool { edgesAndState > Self.mostEdges }

        /// The indices in `edges` of the outgoing edges.
        public var edges: Range<Int> { Int(firstEdge)..<Int(firstEdge) + Int(edgeCount) }
    }

    /// A word of one block that contains the address of another.
    public struct Edge: Hashable, Sendable {
        /// The index in `nodes` of the referenced block.
        public var target: UInt32
        /// The offset in bytes of the word in the referring block.
        public var offset: UInt32
    }

    /// A word outside the heap that contains the address of a block.
    public struct Root: Hashable, Sendable {
        /// The place of a GC root.
        public enum Kind: UInt32, Hashable, Sendable {
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
        public var node: UInt32
        /// The place of the word.
        public var kind: Kind
        /// The index in `modules` for a global, in `threads` for other kinds, or `none`.
        public var owner: UInt32
        /// The address of the word.
        public var address: UInt64
    }

    /// A word with a code address before a reference: together they form a closure, or a function and its context.
    public struct Function: Hashable, Sendable {
        /// The index in `edges` or `roots` of the reference.
        public var place: UInt32
        /// `true` if the reference is a root.
        public var isOfRoot: Bool
        /// The start address of the function.
        public var address: UInt64 = 0

        /// Returns `true` if the function comes first in a snapshot, regardless of its address.
        func precedes(_ other: Function) -> Bool {
            isOfRoot == other.isOfRoot ? place < other.place : other.isOfRoot
        }
    }

    /// The layout of the storage of a dictionary or a set.
    public struct HashTable: Hashable, Sendable {
        /// The keys, elements or values of all buckets.
        public struct Entries: Hashable, Sendable {
            /// The offset of the first entry in the storage, in bytes.
            public var offset: UInt32
            /// The distance between entries, in bytes.
            public var stride: UInt32

            /// Creates entries.
            public init(offset: UInt32, stride: UInt32) { (self.offset, self.stride) = (offset, stride) }
        }

        /// The index in `nodes` of the storage.
        public var node: UInt32
        /// The number of buckets, occupied or not.
        public var buckets: UInt32
        /// The keys of a dictionary, or the elements of a set.
        public var keys: Entries
        /// The values of a dictionary, or `nil` for a set.
        public var values: Entries?
    }

    /// A thread.
    public struct Thread: Hashable, Sendable {
        /// The name of the thread.
        public var name: String
        /// The thread's number in the operating system.
        public var threadID: UInt32
        /// `true` if the stack pointer was known; otherwise the stack was not scanned.
        public var isStackKnown: Bool
        /// The scanned part of the stack, or an empty range.
        public var stack: Range<UInt64>
    }
}
