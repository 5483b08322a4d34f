package import OutliveModel

extension HeapSnapshot {
    /// An executable or library, for as long as it was loaded at one address.
    package struct Module: Hashable, Sendable {
        /// The path, as the process saw it.
        package var path: String
        /// The GNU build-id in lower-case hexadecimal, or `nil` if the module has none.
        package var buildID: String?
        /// The number to subtract from an address to get the address in the file's symbol table.
        package var loadBias: UInt64
        package var addresses: Range<UInt64>
        /// The epochs in which the module was loaded; an epoch is the number of modules unloaded so far.
        package var epochs: Range<UInt32>

        /// Returns an unnamed frame at an address of the module.
        func frame(at address: UInt64) -> Frame {
            Frame(module: path, buildID: buildID, offset: address &- loadBias)
        }
    }

    /// The type of a block, as far as the runtime describes it.
    package struct BlockType: Hashable, Sendable {
        /// The name and kind, or `nil` for a block that is not a Swift object.
        package var type: HeapType?
        /// The size of an instance in bytes according to its metadata, or 0 if unknown.
        package var instanceSize: UInt32
        /// The index in `fields` of the first field.
        package var firstField: UInt32
        package var fieldCount: UInt32
        /// The distance in bytes between elements of array storage, or 0 for other types.
        package var elementStride: UInt32
        /// The index in `types` of the superclass, or `nil` if there is none or it is unknown.
        package var superclass: UInt32?

        /// `true` for the storage of dictionaries and sets.
        var isHashTable: Bool {
            ["Swift._DictionaryStorage<", "Swift._SetStorage<"].contains { type?.name.hasPrefix($0) == true }
        }
    }

    /// A stored property, or a value captured by a closure.
    package struct Field: Hashable, Sendable {
        /// The reference strength of a field.
        package enum Strength: UInt32, Hashable, Sendable {
            case strong
            case weak
            /// A reference that keeps the memory of its target allocated.
            case unowned
            /// A reference that is not counted, such as `Unmanaged` or `unowned(unsafe)`.
            case unmanaged
        }

        /// The part of a block that a field belongs to.
        package enum Part: UInt32, Hashable, Sendable {
            case instance
            /// Each element of array storage or of a set, or each key of a dictionary.
            case element
            /// Each value of a dictionary.
            case value
        }

        /// The name, or an empty string for a capture.
        package var name: String
        package var type: String
        /// The offset in bytes from the beginning of the part.
        package var offset: UInt32
        package var size: UInt32
        package var strength: Strength
        package var part: Part
        /// The type that declares the first property of `name` if the field is in a capture, an element or a boxed
        /// value. It is empty for a property of the instance itself.
        package var owner = ""

        /// Returns `true` if an offset of the part is within the field.
        func contains(_ place: UInt32) -> Bool { offset <= place && place - offset < max(size, 1) }
    }

    /// An allocation stack.
    package struct Stack: Hashable, Sendable {
        /// The index in `frames` of the innermost return address.
        package var firstFrame: UInt32
        package var frameCount: UInt32
        /// The epoch of the capture: the number of modules unloaded before it.
        package var epoch: UInt32
    }

    /// Live objects with equal type, stack, birth and state.
    package struct CensusRow: Hashable, Sendable {
        /// The index of the type in `types`.
        package var type: UInt32
        /// The index of the stack in `stacks`, or `none`.
        package var stack: UInt32
        /// The cycle in which the objects were allocated.
        package var birth: UInt32
        /// `true` if the objects are deinitialised and kept in memory by unowned references only.
        package var isDeinitialised: Bool
        package var objects: Int
        package var bytes: Int
    }

    /// Live raw blocks, which are not Swift objects, with equal stack and birth.
    package struct RawRow: Hashable, Sendable {
        /// The index of the stack in `stacks`, or `none`.
        package var stack: UInt32
        /// The cycle in which the blocks were allocated.
        package var birth: UInt32
        package var blocks: Int
        /// The sum of their usable sizes in bytes, as reported by malloc.
        package var bytes: Int
    }

    /// The contents of the objects of a census row that are the storage of containers.
    package struct Container: Hashable, Sendable {
        /// The index of the row in `rows`.
        package var row: UInt32
        /// The sum of their contents.
        package var contents: ContainerContents
    }

    /// A live block.
    package struct Node: Hashable, Sendable {
        /// The start address.
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
        static let mostEdges: UInt32 = 1 << 31 - 1

        /// The number of outgoing edges.
        package var edgeCount: UInt32 { edgesAndState & Self.mostEdges }
        /// `true` if the object is deinitialised and kept in memory by unowned references only.
        package var isDeinitialised: Bool { edgesAndState > Self.mostEdges }

        /// The indices in `edges` of the outgoing edges.
        package var edges: Range<Int> { Int(firstEdge)..<Int(firstEdge) + Int(edgeCount) }
    }

    /// A word of one block that contains the address of another.
    package struct Edge: Hashable, Sendable {
        /// The index in `nodes` of the referenced block.
        package var target: UInt32
        /// The offset in bytes of the word in the referring block.
        package var offset: UInt32
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
        /// The address of the word.
        package var address: UInt64
    }

    /// A word with a code address before a reference: together they form a closure, or a function and its context.
    package struct Function: Hashable, Sendable {
        /// The index in `edges` or `roots` of the reference.
        package var place: UInt32
        /// `true` if the reference is a root.
        package var isOfRoot: Bool
        /// The start address of the function.
        package var address: UInt64

        /// The number by which a snapshot sorts its functions: those of edges come first.
        var order: UInt64 { Self.order(place, isOfRoot: isOfRoot) }

        static func order(_ place: UInt32, isOfRoot: Bool) -> UInt64 { UInt64(place) | (isOfRoot ? 1 << 32 : 0) }
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
        }

        /// The index in `nodes` of the storage.
        package var node: UInt32
        /// The number of buckets, occupied or not.
        package var buckets: UInt32
        /// The keys of a dictionary, or the elements of a set.
        package var keys: Entries
        /// The values of a dictionary, or `nil` for a set.
        package var values: Entries?
    }

    /// A thread.
    package struct Thread: Hashable, Sendable {
        package var name: String
        /// The thread's number in the operating system.
        package var threadID: UInt32
        /// `true` if the stack pointer was known; otherwise the stack was not scanned.
        package var isStackKnown: Bool
        /// The scanned part of the stack, or an empty range.
        package var stack: Range<UInt64>
    }

    /// A reference within an existential value (`any P`), whose type is known only at run time.
    struct Value: Hashable, Sendable {
        /// The index in `edges` of the reference.
        var edge: UInt32
        /// The index in `types` of the box type for such a value.
        var type: UInt32
        /// The offset of the reference in such a box, in bytes.
        var offset: UInt32
    }

    /// A block that is the box of an existential value (`any P`).
    struct ValueBox: Hashable, Sendable {
        /// The index in `nodes` of the block.
        var node: UInt32
        /// The index in `types` of the box type.
        var type: UInt32
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
}
