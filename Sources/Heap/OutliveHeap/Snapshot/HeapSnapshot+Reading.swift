internal import OutliveModel
internal import OutliveSupport

extension HeapSnapshot {
    /// The maximum file size in bytes, enough for about forty million blocks.
    private static let largestFile = 4 << 30

    /// Reads the snapshot in a file, blocking the calling thread.
    package init(path: String) throws(HeapSnapshotError) {
        let file: RegularFile
        do { file = try RegularFile(path: path) } catch { throw HeapSnapshotError(error.description) }
        guard file.size <= Self.largestFile else {
            throw HeapSnapshotError("\(path) is larger than the limit of 4 GiB")
        }
        func bytes(upTo count: Int) throws(HeapSnapshotError) -> [UInt8] {
            do { return try file.bytes(at: 0, upTo: count) } catch { throw HeapSnapshotError("\(path): \(error)") }
        }
        // The header is checked first, to reject large files of another kind early.
        let start = try bytes(upTo: SectionTable.headerBytes)
        _ = try start.span.bytes.withUnsafeBytes { bytes throws(HeapSnapshotError) in
            try Header(bytes, fileBytes: file.size)
        }
        try self.init(try bytes(upTo: file.size))
    }

    /// Reads a snapshot.
    ///
    /// - Throws: An error with the first violation of the format and its position.
    /// - Complexity: O(bytes), and memory of about the same size.
    package init(_ bytes: [UInt8]) throws(HeapSnapshotError) {
        self = try bytes.span.bytes.withUnsafeBytes { bytes throws(HeapSnapshotError) in
            try HeapSnapshot(SnapshotReader(bytes))
        }
    }

    private init(_ file: SnapshotReader) throws(HeapSnapshotError) {
        header = file.header
        modules = try file.items(.modules, Module.init)
        fields = try file.items(.fields, Field.init)
        let owners = try file.items(.fieldOwners) { item throws(HeapSnapshotError) in try item.text(0) }
        for (index, owner) in owners.enumerated() where index < fields.count { fields[index].owner = owner }
        types = try file.items(.types, BlockType.init)
        frames = try file.items(.frames) { item throws(HeapSnapshotError) in item.longWord(0) }
        stacks = try file.items(.stacks, Stack.init)
        rows = try file.items(.census, CensusRow.init)
        rawRows = try file.items(.rawRows, RawRow.init)
        containers = try file.items(
            .containers, sortedBy: "rows of the containers", { UInt64($0.row) }, Container.init)
        nodes = try file.items(.nodes, sortedBy: "addresses of the blocks", \.address, Node.init)
        edges = try file.items(.edges, Edge.init)
        roots = try file.items(.roots, Root.init)
        threads = try file.items(.threads, Thread.init)
        functions = try file.items(.functions, sortedBy: "functions", \.order, Function.init)
        hasFunctions = file.has(.functions) && file.has(.hashTables)
        let nodes = nodes
        hashTables = try file.items(.hashTables, sortedBy: "nodes of the hash tables", { UInt64($0.node) }) {
            item throws(HeapSnapshotError) in try HashTable(item, nodes: nodes)
        }
        taskFrames = try file.items(.taskFrames) { item throws(HeapSnapshotError) in item.longWord(0) }
        tasks = try file.items(.tasks, sortedBy: "nodes of the tasks", { UInt64($0.node) }, TaskRecord.init)
        values = try file.items(.values, sortedBy: "edges of the values", { UInt64($0.edge) }, Value.init)
        boxes = try file.items(.boxes, sortedBy: "nodes of the boxes", { UInt64($0.node) }, ValueBox.init)
        for (index, task) in tasks.enumerated() where types[Int(nodes[Int(task.node)].type)].type?.kind != .task {
            throw HeapSnapshotError("node \(task.node) is not a task", at: file.place(of: index, in: .tasks))
        }
        for (index, row) in rows.enumerated() where types[Int(row.type)].type == nil {
            throw HeapSnapshotError(
                "the type of the census row is not a Swift object type", at: file.place(of: index, in: .census))
        }
        if let index = firstOverflow(rows.lazy.map { ($0.objects, $0.bytes) }) {
            throw HeapSnapshotError(
                "the sum of the census rows overflows", at: file.place(of: index, in: .census) + 16)
        }
        if let index = firstOverflow(rawRows.lazy.map { ($0.blocks, $0.bytes) }) {
            throw HeapSnapshotError("the sum of the raw blocks overflows", at: file.place(of: index, in: .rawRows) + 8)
        }
        try joinEdges(file)
        guard header.hasGraph || nodes.isEmpty && roots.isEmpty else {
            throw HeapSnapshotError("the file contains a graph, but its header declares none", at: 40)
        }
    }

    /// Assigns each node its edges, and checks that every edge belongs to a node.
    private mutating func joinEdges(_ file: SnapshotReader) throws(HeapSnapshotError) {
        var edge: UInt32 = 0
        for index in nodes.indices {
            let node = nodes[index]
            guard node.bytes <= UInt64.max - node.address else {
                throw HeapSnapshotError(
                    "the block extends beyond the last address", at: file.place(of: index, in: .nodes) + 8)
            }
            let remaining = UInt32(edges.count) - edge
            guard node.edgeCount <= remaining else {
                throw HeapSnapshotError(
                    "\(node.edgeCount) edges exceed the remaining \(remaining)",
                    at: file.place(of: index, in: .nodes) + 32)
            }
            nodes[index].firstEdge = edge
            edge += node.edgeCount
        }
        guard Int(edge) == edges.count else {
            throw HeapSnapshotError(
                "\(edges.count - Int(edge)) edges belong to no node", at: file.place(of: 0, in: .nodes))
        }
    }
}

/// Returns the index of the first pair with which the sum of the first or second numbers overflows.
private func firstOverflow(_ pairs: some Collection<(Int, Int)>) -> Int? {
    var (one, other) = (0, 0)
    for (index, pair) in pairs.enumerated() {
        let sums = (one.addingReportingOverflow(pair.0), other.addingReportingOverflow(pair.1))
        if sums.0.overflow || sums.1.overflow { return index }
        (one, other) = (sums.0.partialValue, sums.1.partialValue)
    }
    return nil
}

// MARK: - Items

extension HeapSnapshot.Header {
    /// Reads the header and checks that it belongs to a complete file of a supported version.
    ///
    /// - Parameters:
    ///   - bytes: The file, or its beginning.
    ///   - fileBytes: The size of the file in bytes.
    init(_ bytes: UnsafeRawBufferPointer, fileBytes: Int) throws(HeapSnapshotError) {
        guard bytes.count > 0 else { throw HeapSnapshotError("the file is empty", at: 0) }
        for (place, (byte, expected)) in zip(bytes, "OUTLHEAP".utf8).enumerated() where byte != expected {
            throw HeapSnapshotError("not a heap snapshot: the file does not start with OUTLHEAP", at: place)
        }
        guard bytes.count >= SectionTable.headerBytes else {
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
            throw HeapSnapshotError("the file is truncated: its header gives a size of \(size) bytes", at: fileBytes)
        }
        guard size == UInt64(fileBytes) else {
            throw HeapSnapshotError("the file is longer than the \(size) bytes that its header gives", at: Int(size))
        }
        guard let process = Int32(exactly: bytes.word(at: 24)) else {
            throw HeapSnapshotError("\(bytes.word(at: 24)) is not a valid process ID", at: 24)
        }
        let reasons: [HeapCensus.Reason] = [.request, .exit, .fatalSignal, .signal]
        guard bytes.word(at: 28) < reasons.count else {
            throw HeapSnapshotError("unknown snapshot reason \(bytes.word(at: 28))", at: 28)
        }
        processID = process
        reason = reasons[Int(bytes.word(at: 28))]
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

extension HeapSnapshot.Module {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
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

extension HeapSnapshot.BlockType {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
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
        (firstField, fieldCount) = try item.range(16, in: .fields, "fields")
    }
}

extension HeapSnapshot.Field {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        name = try item.text(0)
        type = try item.text(8)
        offset = item.word(16)
        size = item.word(20)
        strength = try item.value(24, "reference strength")
        part = try item.value(28, "object part")
    }
}

extension HeapSnapshot.Stack {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        guard item.word(4) <= item.framesPerStack else {
            throw item.error("\(item.word(4)) frames exceed the limit of \(item.framesPerStack) per stack", 4)
        }
        (firstFrame, frameCount) = try item.range(0, in: .frames, "frames")
        epoch = item.word(8)
    }
}

extension HeapSnapshot.CensusRow {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        type = try item.index(0, in: .types, "type")
        stack = try item.index(4, in: .stacks, "stack", isOptional: true)
        birth = item.word(8)
        isDeinitialised = try item.flag(12, "object state")
        objects = try item.number(16)
        bytes = try item.number(24)
    }
}

extension HeapSnapshot.RawRow {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        stack = try item.index(0, in: .stacks, "stack", isOptional: true)
        birth = item.word(4)
        blocks = try item.number(8)
        bytes = try item.number(16)
    }
}

extension HeapSnapshot.Container {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        row = try item.index(0, in: .census, "row")
        contents = ContainerContents(used: try item.number(8), capacity: try item.number(16))
        guard contents.used <= contents.capacity else {
            throw item.error("containers use \(contents.used) bytes of a capacity of \(contents.capacity)", 8)
        }
    }
}

extension HeapSnapshot.Node {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        (address, bytes) = (item.longWord(0), item.longWord(8))
        type = try item.index(16, in: .types, "type")
        stack = try item.index(20, in: .stacks, "stack", isOptional: true)
        birth = item.word(24)
        let isDeinitialised = try item.flag(28, "object state")
        let edges = item.word(32)
        let limit = min(item.count(.edges), Self.mostEdges)
        guard edges <= limit else { throw item.error("\(edges) edges exceed the limit of \(limit)", 32) }
        edgesAndState = isDeinitialised ? edges | ~Self.mostEdges : edges
        elements = item.word(36)
        firstEdge = 0
    }
}

extension HeapSnapshot.Edge {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        target = try item.index(0, in: .nodes, "node")
        offset = item.word(4)
    }
}

extension HeapSnapshot.Root {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        node = try item.index(0, in: .nodes, "node")
        kind = try item.value(4, "root kind")
        let (owners, what): (SectionKind, String) = kind == .global ? (.modules, "module") : (.threads, "thread")
        owner = try item.index(8, in: owners, what, isOptional: true)
        address = item.longWord(16)
    }
}

extension HeapSnapshot.Function {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        isOfRoot = try item.flag(4, "reference kind")
        place = try item.index(0, in: isOfRoot ? .roots : .edges, isOfRoot ? "root" : "edge")
        address = item.longWord(8)
    }
}

extension HeapSnapshot.HashTable {
    fileprivate init(_ item: SnapshotItem, nodes: [HeapSnapshot.Node]) throws(HeapSnapshotError) {
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

extension HeapSnapshot.HashTable.Entries {
    /// Checks that the entries lie within their block and, unless `next` is 0, end before it.
    fileprivate func check(
        _ count: UInt32, endingBefore next: UInt64, of size: UInt64, _ item: SnapshotItem, _ place: Int
    ) throws(HeapSnapshotError) {
        guard stride > 0 else { throw item.error("the entry size of the hash table is 0", place + 4) }
        // The product of two 32-bit numbers fits into 64 bits.
        let room = next > 0 ? min(next, size) : size
        guard UInt64(offset) <= room, UInt64(count) * UInt64(stride) <= room - UInt64(offset) else {
            throw item.error(
                "\(count) entries of \(stride) bytes at offset \(offset) do not fit into \(room) bytes", place)
        }
    }
}

extension HeapSnapshot.Thread {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        name = try item.text(0)
        threadID = item.word(8)
        isStackKnown = item.word(12) & 1 != 0
        let (lowest, end) = (item.longWord(16), item.longWord(24))
        guard lowest <= end else { throw item.error("the stack ends before its start", 16) }
        stack = lowest..<end
    }
}

extension HeapSnapshot.TaskRecord {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        node = try item.index(0, in: .nodes, "node")
        flags = Flags(rawValue: item.word(4))
        awaited = try item.value(8, "kind of awaited object")
        awaitedIndex = try item.index(12, in: .nodes, "node", isOptional: true)
        parentIndex = try item.index(16, in: .nodes, "node", isOptional: true)
        (firstFrame, frameCount) = try item.range(20, in: .taskFrames, "frames")
        id = item.longWord(32)
        awaitedAddress = item.longWord(40)
    }
}

extension HeapSnapshot.Value {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        edge = try item.index(0, in: .edges, "edge")
        type = try item.index(4, in: .types, "type")
        offset = item.word(8)
    }
}

extension HeapSnapshot.ValueBox {
    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        node = try item.index(0, in: .nodes, "node")
        type = try item.index(4, in: .types, "type")
    }
}
