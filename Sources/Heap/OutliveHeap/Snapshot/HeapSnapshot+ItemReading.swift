internal import OutliveModel

extension HeapSnapshot.Header {
    /// Reads the header and checks that it belongs to a complete file of a supported version.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - fileBytes: The size of the file in bytes.
    init(_ bytes: RawSpan, fileBytes: Int) throws(HeapSnapshotError) {
        guard bytes.byteCount > 0 else { throw HeapSnapshotError("the file is empty", at: 0) }
        let magic = Array("OUTLHEAP".utf8)
        for (place, byte) in magic.enumerated() where place < bytes.byteCount {
            guard bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) == byte else {
                throw HeapSnapshotError("not a heap snapshot: the file does not start with OUTLHEAP", at: place)
            }
        }
        guard bytes.byteCount >= SectionTable.headerBytes else {
            throw HeapSnapshotError("the file ends within its header", at: bytes.byteCount)
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
            throw HeapSnapshotError("the file is truncated: its header gives a size of \(size) bytes", at: fileBytes)
        }
        guard size == UInt64(fileBytes) else {
            throw HeapSnapshotError("the file is longer than the \(size) bytes that its header gives", at: Int(size))
        }
        guard let process = Int32(exactly: bytes.word(at: 24)) else {
            throw HeapSnapshotError("\(bytes.word(at: 24)) is not a valid process ID", at: 24)
        }
        guard let reason = HeapCensus.Reason(number: bytes.word(at: 28)) else {
            throw HeapSnapshotError("unknown snapshot reason \(bytes.word(at: 28))", at: 28)
        }
        processID = process
        self.reason = reason
        number = bytes.word(at: 32)
        cycle = bytes.word(at: 36)
        let flags = bytes.word(at: 40)
        (hasGraph, hasStacks, isIncomplete) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
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

extension HeapCensus.Reason {
    /// Creates the reason with a number in a header.
    fileprivate init?(number: UInt32) {
        switch number {
        case 0: self = .request
        case 1: self = .exit
        case 2: self = .fatalSignal
        case 3: self = .signal
        default: return nil
        }
    }
}

extension HeapSnapshot.Module {
    init(_ bytes: RawSpan, at place: Int, _ texts: inout SnapshotTexts) throws(HeapSnapshotError) {
        path = try texts.text(at: place, in: bytes)
        let buildID = try texts.text(at: place + 8, in: bytes)
        self.buildID = buildID.isEmpty ? nil : buildID
        loadBias = bytes.longWord(at: place + 16)
        let (start, end) = (bytes.longWord(at: place + 24), bytes.longWord(at: place + 32))
        let (from, to) = (bytes.word(at: place + 40), bytes.word(at: place + 44))
        guard start <= end else { throw HeapSnapshotError("the module ends before its start", at: place + 24) }
        guard loadBias <= start else {
            throw HeapSnapshotError("the module starts before its load bias", at: place + 16)
        }
        guard from <= to else { throw HeapSnapshotError("the module is unloaded before it is loaded", at: place + 40) }
        (addresses, epochs) = (start..<end, from..<to)
    }
}

extension HeapSnapshot.BlockType {
    init(
        _ bytes: RawSpan, at place: Int, _ texts: inout SnapshotTexts, fields: UInt32, types: UInt32
    ) throws(HeapSnapshotError) {
        let name = try texts.text(at: place, in: bytes)
        let kind = bytes.word(at: place + 8)
        guard kind <= 6 else { throw HeapSnapshotError("unknown type kind \(kind)", at: place + 8) }
        // Kind 6 is a raw block.
        let kinds: [HeapType.Kind] = [.object, .closure, .box, .error, .task, .other]
        type = kind < 6 ? HeapType(name: name, kind: kinds[Int(kind)]) : nil
        instanceSize = bytes.word(at: place + 12)
        (firstField, fieldCount) = (bytes.word(at: place + 16), bytes.word(at: place + 20))
        elementStride = bytes.word(at: place + 24)
        let superclass = bytes.word(at: place + 28)
        guard superclass <= types else {
            throw HeapSnapshotError("superclass \(superclass) exceeds the number of types, \(types)", at: place + 28)
        }
        self.superclass = superclass == 0 ? nil : superclass - 1
        if fieldCount == 0 { firstField = 0 }
        guard firstField <= fields, fieldCount <= fields - firstField else {
            throw HeapSnapshotError(
                "\(fieldCount) fields from index \(firstField) exceed the total of \(fields)", at: place + 16)
        }
    }
}

extension HeapSnapshot.Field {
    init(_ bytes: RawSpan, at place: Int, _ texts: inout SnapshotTexts) throws(HeapSnapshotError) {
        name = try texts.text(at: place, in: bytes)
        type = try texts.text(at: place + 8, in: bytes)
        offset = bytes.word(at: place + 16)
        size = bytes.word(at: place + 20)
        guard let strength = Strength(rawValue: bytes.word(at: place + 24)) else {
            throw HeapSnapshotError("unknown reference strength \(bytes.word(at: place + 24))", at: place + 24)
        }
        self.strength = strength
        guard let part = Part(rawValue: bytes.word(at: place + 28)) else {
            throw HeapSnapshotError("unknown object part \(bytes.word(at: place + 28))", at: place + 28)
        }
        self.part = part
    }
}

extension HeapSnapshot.Stack {
    init(_ bytes: RawSpan, at place: Int, frames: UInt32, most: UInt32) throws(HeapSnapshotError) {
        (firstFrame, frameCount) = (bytes.word(at: place), bytes.word(at: place + 4))
        epoch = bytes.word(at: place + 8)
        guard frameCount <= most else {
            throw HeapSnapshotError("\(frameCount) frames exceed the limit of \(most) per stack", at: place + 4)
        }
        if frameCount == 0 { firstFrame = 0 }
        guard firstFrame <= frames, frameCount <= frames - firstFrame else {
            throw HeapSnapshotError(
                "\(frameCount) frames from index \(firstFrame) exceed the total of \(frames)", at: place)
        }
    }
}

extension HeapSnapshot.CensusRow {
    init(_ bytes: RawSpan, at place: Int, _ table: SectionTable) throws(HeapSnapshotError) {
        (type, stack) = (bytes.word(at: place), bytes.word(at: place + 4))
        birth = bytes.word(at: place + 8)
        isDeinitialised = try isDeinitialisedState(at: place + 12, in: bytes)
        objects = try bytes.number(at: place + 16)
        self.bytes = try bytes.number(at: place + 24)
        try check(type, below: table.count(.types), "type", at: place)
        if stack != HeapSnapshot.none { try check(stack, below: table.count(.stacks), "stack", at: place + 4) }
    }
}

extension HeapSnapshot.RawRow {
    init(_ bytes: RawSpan, at place: Int, _ table: SectionTable) throws(HeapSnapshotError) {
        (stack, birth) = (bytes.word(at: place), bytes.word(at: place + 4))
        blocks = try bytes.number(at: place + 8)
        self.bytes = try bytes.number(at: place + 16)
        if stack != HeapSnapshot.none { try check(stack, below: table.count(.stacks), "stack", at: place) }
    }
}

extension HeapSnapshot.Container {
    init(_ bytes: RawSpan, at place: Int, _ table: SectionTable) throws(HeapSnapshotError) {
        row = bytes.word(at: place)
        contents = ContainerContents(
            used: try bytes.number(at: place + 8), capacity: try bytes.number(at: place + 16))
        try check(row, below: table.count(.census), "row", at: place)
        guard contents.used <= contents.capacity else {
            throw HeapSnapshotError(
                "containers use \(contents.used) bytes of a capacity of \(contents.capacity)", at: place + 8)
        }
    }
}

extension HeapSnapshot.Node {
    /// The number of items of each kind that a node refers to.
    struct Limits {
        var types: UInt32
        var stacks: UInt32
        var edges: UInt32

        init(_ table: SectionTable) {
            (types, stacks) = (table.count(.types), table.count(.stacks))
            edges = min(table.count(.edges), HeapSnapshot.Node.mostEdges)
        }
    }

    init(_ bytes: RawSpan, at place: Int, _ limits: Limits) throws(HeapSnapshotError) {
        (address, self.bytes) = (bytes.longWord(at: place), bytes.longWord(at: place + 8))
        (type, stack) = (bytes.word(at: place + 16), bytes.word(at: place + 20))
        birth = bytes.word(at: place + 24)
        let isDeinitialised = try isDeinitialisedState(at: place + 28, in: bytes)
        let edges = bytes.word(at: place + 32)
        guard edges <= limits.edges else {
            throw HeapSnapshotError("\(edges) edges exceed the limit of \(limits.edges)", at: place + 32)
        }
        edgesAndState = isDeinitialised ? edges | ~Self.mostEdges : edges
        elements = bytes.word(at: place + 36)
        firstEdge = 0
        try check(type, below: limits.types, "type", at: place + 16)
        if stack != HeapSnapshot.none { try check(stack, below: limits.stacks, "stack", at: place + 20) }
    }
}

extension HeapSnapshot.Root {
    init(_ bytes: RawSpan, at place: Int, _ table: SectionTable) throws(HeapSnapshotError) {
        node = bytes.word(at: place)
        guard let kind = Kind(rawValue: bytes.word(at: place + 4)) else {
            throw HeapSnapshotError("unknown root kind \(bytes.word(at: place + 4))", at: place + 4)
        }
        self.kind = kind
        owner = bytes.word(at: place + 8)
        address = bytes.longWord(at: place + 16)
        try check(node, below: table.count(.nodes), "node", at: place)
        guard owner != HeapSnapshot.none else { return }
        if kind == .global {
            try check(owner, below: table.count(.modules), "module", at: place + 8)
        } else {
            try check(owner, below: table.count(.threads), "thread", at: place + 8)
        }
    }
}

extension HeapSnapshot.Function {
    init(_ bytes: RawSpan, at place: Int, _ table: SectionTable) throws(HeapSnapshotError) {
        self.place = bytes.word(at: place)
        let of = bytes.word(at: place + 4)
        guard of <= 1 else { throw HeapSnapshotError("unknown reference kind \(of)", at: place + 4) }
        isOfRoot = of == 1
        address = bytes.longWord(at: place + 8)
        try check(self.place, below: table.count(isOfRoot ? .roots : .edges), isOfRoot ? "root" : "edge", at: place)
    }
}

extension HeapSnapshot.HashTable {
    init(_ bytes: RawSpan, at place: Int, nodes: [HeapSnapshot.Node]) throws(HeapSnapshotError) {
        (node, buckets) = (bytes.word(at: place), bytes.word(at: place + 4))
        try check(node, below: UInt32(nodes.count), "node", at: place)
        keys = Entries(offset: bytes.word(at: place + 8), stride: bytes.word(at: place + 12))
        let values = Entries(offset: bytes.word(at: place + 16), stride: bytes.word(at: place + 20))
        self.values = values.offset > 0 ? values : nil
        let size = nodes[Int(node)].bytes
        try keys.check(buckets, endingBefore: UInt64(values.offset), of: size, at: place + 8)
        try self.values?.check(buckets, endingBefore: 0, of: size, at: place + 16)
    }
}

extension HeapSnapshot.HashTable.Entries {
    /// Checks that the entries lie within their block and, unless `next` is 0, end before it.
    fileprivate func check(
        _ count: UInt32, endingBefore next: UInt64, of size: UInt64, at place: Int
    ) throws(HeapSnapshotError) {
        guard stride > 0 else { throw HeapSnapshotError("the entry size of the hash table is 0", at: place + 4) }
        // The product of two 32-bit numbers fits into 64 bits.
        let room = next > 0 ? min(next, size) : size
        guard UInt64(offset) <= room, UInt64(count) * UInt64(stride) <= room - UInt64(offset) else {
            throw HeapSnapshotError(
                "\(count) entries of \(stride) bytes at offset \(offset) do not fit into \(room) bytes", at: place)
        }
    }
}

extension HeapSnapshot.Thread {
    init(_ bytes: RawSpan, at place: Int, _ texts: inout SnapshotTexts) throws(HeapSnapshotError) {
        name = try texts.text(at: place, in: bytes)
        threadID = bytes.word(at: place + 8)
        isStackKnown = bytes.word(at: place + 12) & 1 != 0
        let (lowest, end) = (bytes.longWord(at: place + 16), bytes.longWord(at: place + 24))
        guard lowest <= end else { throw HeapSnapshotError("the stack ends before its start", at: place + 16) }
        stack = lowest..<end
    }
}

private func isDeinitialisedState(at place: Int, in bytes: RawSpan) throws(HeapSnapshotError) -> Bool {
    let state = bytes.word(at: place)
    guard state <= 1 else { throw HeapSnapshotError("unknown object state \(state)", at: place) }
    return state == 1
}
