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

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            path = try item.text(0)
            let buildID = try item.text(8)
            self.buildID = buildID.isEmpty ? nil : buildID
            loadBias = item.longWord(16)
            let (start, end) = (item.longWord(24), item.longWord(32))
            let (from, to) = (item.word(40), item.word(44))
            guard start <= end else { throw item.error("the module ends before its start", 24) }
            guard loadBias <= start else { throw item.error("the module starts before its load bias", 16) }
            guard from <= to else { throw item.error("the module is unloaded before it is loaded", 40) }
            (addresses, epochs) = (start..<end, from..<to)
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

        init(type: HeapType?, instanceSize: UInt32, fields: Range<Int>) {
            (self.type, self.instanceSize) = (type, instanceSize)
            (firstField, fieldCount) = (UInt32(fields.lowerBound), UInt32(fields.count))
            (elementStride, superclass) = (0, nil)
        }

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            let name = try item.text(0)
            let kind = item.word(8)
            guard kind <= 6 else { throw item.error("unknown type kind \(kind)", 8) }
            // Kind 6 is a raw block.
            let kinds: [HeapType.Kind] = [.object, .closure, .box, .error, .task, .other]
            type = kind < 6 ? HeapType(name: name, kind: kinds[Int(kind)]) : nil
            instanceSize = item.word(12)
            elementStride = item.word(24)
            let superclass = item.word(28)
            guard superclass <= item.count(.types) else {
                throw item.error("superclass \(superclass) exceeds the number of types, \(item.count(.types))", 28)
            }
            self.superclass = superclass == 0 ? nil : superclass - 1
            (firstField, fieldCount) = try item.range(16, in: .fields, "fields", upTo: 1000)
        }
    }

    /// A stored property, or a value captured by a closure.
    package struct Field: Hashable, Sendable {
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
        func contains(_ position: UInt32) -> Bool { offset <= position && position - offset < max(size, 1) }

        /// Creates a strong reference of an instance.
        init(name: String, type: String, offset: UInt32) {
            (self.name, self.type, self.offset) = (name, type, offset)
            (size, strength, part) = (8, .strong, .instance)
        }

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            name = try item.text(0)
            type = try item.text(8)
            offset = item.word(16)
            size = item.word(20)
            strength = try item.value(24, "reference strength")
            part = try item.value(28, "object part")
        }
    }

    package struct Stack: Hashable, Sendable {
        /// The index in `frames` of the innermost return address.
        package var firstFrame: UInt32
        package var frameCount: UInt32
        /// The epoch of the capture: the number of modules unloaded before it.
        package var epoch: UInt32

        init(firstFrame: UInt32, frameCount: UInt32, epoch: UInt32) {
            (self.firstFrame, self.frameCount, self.epoch) = (firstFrame, frameCount, epoch)
        }

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            guard item.word(4) <= item.framesPerStack else {
                throw item.error("\(item.word(4)) frames exceed the limit of \(item.framesPerStack) per stack", 4)
            }
            (firstFrame, frameCount) = try item.range(0, in: .frames, "frames", upTo: 64)
            epoch = item.word(8)
        }
    }

    /// Live blocks with equal type, stack, birth and state.
    package struct CensusRow: Hashable, Sendable {
        /// The index of the type in `types`, or `none` for raw blocks, which are not Swift objects.
        package var type: UInt32
        /// The index of the stack in `stacks`, or `none`.
        package var stack: UInt32
        /// The cycle in which the blocks were allocated.
        package var birth: UInt32
        /// `true` if the objects are deinitialised and kept in memory by unowned references only.
        package var isDeinitialised = false
        package var count = 0
        /// The sum of the sizes in bytes: usable sizes for raw blocks, as reported by malloc, and requested ones for objects.
        package var bytes = 0

        /// The row without its numbers, as a key for its blocks.
        var group: CensusRow {
            CensusRow(type: type, stack: stack, birth: birth, isDeinitialised: isDeinitialised)
        }
    }

    package struct Thread: Hashable, Sendable {
        package var name: String
        /// The thread's number in the operating system.
        package var threadID: UInt32
        /// `true` if the stack pointer was known; otherwise the stack was not scanned.
        package var isStackKnown: Bool
        /// The scanned part of the stack, or an empty range.
        package var stack: Range<UInt64>

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            name = try item.text(0)
            threadID = item.word(8)
            isStackKnown = item.word(12) & 1 != 0
            let (lowest, end) = (item.longWord(16), item.longWord(24))
            guard lowest <= end else { throw item.error("the stack ends before its start", 16) }
            stack = lowest..<end
        }
    }
}

extension HeapSnapshot.CensusRow {
    init(ofObjects item: SnapshotItem) throws(HeapSnapshotError) {
        type = try item.index(0, in: .types, "type")
        stack = try item.index(4, in: .stacks, "stack", isOptional: true)
        birth = item.word(8)
        isDeinitialised = try item.flag(12, "object state")
        count = try item.number(16)
        bytes = try item.number(24)
    }

    init(ofRawBlocks item: SnapshotItem) throws(HeapSnapshotError) {
        type = HeapSnapshot.none
        stack = try item.index(0, in: .stacks, "stack", isOptional: true)
        birth = item.word(4)
        count = try item.number(8)
        bytes = try item.number(16)
    }

    /// Creates the row of a node, without a number.
    init(of node: HeapSnapshot.Node, birth: UInt32 = 0) {
        self.init(type: node.type, stack: node.stack, birth: birth, isDeinitialised: node.isDeinitialised)
    }
}
