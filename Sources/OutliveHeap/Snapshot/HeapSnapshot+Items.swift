public import OutliveModel

extension HeapSnapshot {
    /// An executable or library, for as long as it was loaded at one place.
    public struct Module: Hashable, Sendable {
        /// Its path as the process saw it.
        public var path: String
        /// Its GNU build-id in lower-case hexadecimal; nil where it has none.
        public var buildID: String?
        /// What is taken from an address to get the offset in the file's symbol table.
        public var loadBias: UInt64
        /// Its addresses.
        public var addresses: Range<UInt64>
        /// The epochs in which it was loaded: how many modules had been unloaded before.
        public var epochs: Range<UInt32>
    }

    /// What blocks are, as far as the runtime tells.
    public struct BlockType: Hashable, Sendable {
        /// Its name and kind; nil of what is no Swift object.
        public var type: HeapType?
        /// Bytes of an instance, as its metadata tells; 0 where that is not known.
        public var instanceSize: UInt32
        /// The index in `fields` of the first of its fields.
        public var firstField: UInt32
        /// How many fields it has.
        public var fieldCount: UInt32
        /// Bytes from one element to the next in array storage; else 0.
        public var elementStride: UInt32
        /// The index in `types` of its superclass; nil where it has none, or none is known.
        public var superclass: UInt32?
    }

    /// A stored property, or what a closure captured.
    public struct Field: Hashable, Sendable {
        /// How a field holds what it refers to.
        public enum Strength: UInt32, Hashable, Sendable {
            /// It keeps it alive.
            case strong
            /// It does not.
            case weak
            /// It keeps its memory only.
            case unowned
            /// It does not, nor does it know when it is gone: also `unowned(unsafe)`.
            case unmanaged
        }

        /// What a field is part of.
        public enum Part: UInt32, Hashable, Sendable {
            /// The instance itself.
            case instance
            /// An element of array storage or of a set, or a key of a dictionary; each has such a field.
            case element
            /// A value of a dictionary.
            case value
        }

        /// Its name; empty of what a closure captured.
        public var name: String
        /// The name of its type.
        public var type: String
        /// Where it begins in what it is part of, in bytes.
        public var offset: UInt32
        /// Its bytes.
        public var size: UInt32
        /// How it holds what it refers to.
        public var strength: Strength
        /// What it is part of.
        public var part: Part
        /// The type that declares the first property of `name`, where that is of a capture, an element or a boxed value;
        /// empty of a property of the instance itself.
        public var owner = ""
    }

    /// An allocation stack.
    public struct Stack: Hashable, Sendable {
        /// The index in `frames` of the innermost return address.
        public var firstFrame: UInt32
        /// How many there are.
        public var frameCount: UInt32
        /// How many modules had been unloaded when it was captured.
        public var epoch: UInt32
    }

    /// Live objects that have type, stack, birth and state in common.
    public struct CensusRow: Hashable, Sendable {
        /// The index of their type in `types`.
        public var type: UInt32
        /// The index of their stack in `stacks`, or `none`.
        public var stack: UInt32
        /// The cycle that they were made in.
        public var birth: UInt32
        /// Whether they are deinitialised, and kept by unowned references only.
        public var isDeinitialised: Bool
        /// How many there are.
        public var objects: Int
        /// Their bytes.
        public var bytes: Int
    }

    /// Live raw blocks, which are no Swift objects, that have stack and birth in common.
    public struct RawRow: Hashable, Sendable {
        /// The index of their stack in `stacks`, or `none`.
        public var stack: UInt32
        /// The cycle that they were made in.
        public var birth: UInt32
        /// How many there are.
        public var blocks: Int
        /// Their bytes, as malloc gave them.
        public var bytes: Int
    }

    /// What the objects of a census row hold, which are the storage of containers.
    public struct Container: Hashable, Sendable {
        /// The index of the row in `rows`.
        public var row: UInt32
        /// What they hold, added up.
        public var contents: ContainerContents
    }

    /// A live block.
    public struct Node: Hashable, Sendable {
        /// Where it begins.
        public var address: UInt64
        /// Its bytes: of a raw block as malloc gave them, of others as asked for.
        public var bytes: UInt64
        /// The index of its type in `types`.
        public var type: UInt32
        /// The index of its stack in `stacks`, or `none`.
        public var stack: UInt32
        /// The cycle that it was made in.
        public var birth: UInt32
        /// The third word of a Swift object, cut to 32 bits: in array storage how many elements there are.
        public var elements: UInt32
        /// The index in `edges` of the first that leads away from it.
        public var firstEdge: UInt32
        /// How many edges lead away from it, and in the highest bit whether it is deinitialised: so that no byte of a
        /// node is empty.
        var edgesAndState: UInt32

        /// The most edges that can lead away from a node.
        static let mostEdges: UInt32 = 1 << 31 - 1

        /// How many lead away from it.
        public var edgeCount: UInt32 { edgesAndState & Self.mostEdges }
        /// Whether it is deinitialised, and kept by unowned references only.
        public var isDeinitialised: Bool { edgesAndState > Self.mostEdges }

        /// The indices in `edges` of those that lead away from it.
        public var edges: Range<Int> { Int(firstEdge)..<Int(firstEdge) + Int(edgeCount) }
    }

    /// A word of one block that holds the address of another.
    public struct Edge: Hashable, Sendable {
        /// The index in `nodes` of the block that it leads to.
        public var target: UInt32
        /// Where the word is in the block that it leads away from, in bytes.
        public var offset: UInt32
    }

    /// A word outside of the heap that holds the address of a block.
    public struct Root: Hashable, Sendable {
        /// Where roots are.
        public enum Kind: UInt32, Hashable, Sendable {
            /// In the writable data of a module.
            case global = 1
            /// On the stack, or in the registers, of a thread.
            case stack
            /// In the thread-local storage of a thread.
            case threadLocal
            /// In other memory that was mapped, neither by malloc nor for a stack.
            case mapping
        }

        /// The index in `nodes` of the block.
        public var node: UInt32
        /// Where the word is.
        public var kind: Kind
        /// The index in `modules`, of the other kinds in `threads`, or `none`.
        public var owner: UInt32
        /// The address of the word.
        public var address: UInt64
    }

    /// A word before a reference that holds the address of code: the two are a closure, or a function and its context.
    public struct Function: Hashable, Sendable {
        /// The index in `edges` or `roots` of the reference.
        public var place: UInt32
        /// Whether it is a root's.
        public var isOfRoot: Bool
        /// Where the function begins.
        public var address: UInt64 = 0

        /// Whether it comes first in a snapshot; the address does not count.
        func precedes(_ other: Function) -> Bool {
            isOfRoot == other.isOfRoot ? place < other.place : other.isOfRoot
        }
    }

    /// The storage of a dictionary or a set: where its keys and values are.
    public struct HashTable: Hashable, Sendable {
        /// What one bucket has.
        public struct Entries: Hashable, Sendable {
            /// Where the first one begins in the storage, in bytes.
            public var offset: UInt32
            /// Bytes from one to the next.
            public var stride: UInt32

            /// Makes entries.
            public init(offset: UInt32, stride: UInt32) { (self.offset, self.stride) = (offset, stride) }
        }

        /// The index in `nodes` of the storage.
        public var node: UInt32
        /// How many keys and values there is room for, occupied or not.
        public var buckets: UInt32
        /// The keys of a dictionary, the elements of a set.
        public var keys: Entries
        /// The values of a dictionary; nil of a set.
        public var values: Entries?
    }

    /// A thread.
    public struct Thread: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its number.
        public var threadID: UInt32
        /// Whether its stack pointer was known; otherwise its stack was left out.
        public var isStackKnown: Bool
        /// The part of its stack that was looked at; empty where none was.
        public var stack: Range<UInt64>
    }
}
