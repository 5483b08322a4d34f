internal import OutliveModel
package import OutliveSupport

extension HeapSnapshot {
    /// The maximum file size in bytes, enough for about forty million blocks.
    private static let largestFile = 4 << 30

    /// Returns `true` if a file begins as a snapshot does. Reads the file.
    package static func isSnapshot(_ path: String) -> Bool {
        (try? RegularFile(path: path)).map(isSnapshot) ?? false
    }

    /// Returns `true` if an open file begins as a snapshot does.
    package static func isSnapshot(_ file: RegularFile) -> Bool {
        (try? file.bytes(at: 0, upTo: 8)).map(begins) ?? false
    }

    /// Returns `true` if some bytes begin as a snapshot does.
    package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "OUTLHEAP".utf8) }

    /// Reads the snapshot in a file, blocking the calling thread.
    package init(path: String) throws(HeapSnapshotError) {
        let file: RegularFile
        do { file = try RegularFile(path: path) } catch { throw HeapSnapshotError(error.description) }
        try self.init(file, path: path)
    }

    /// Reads the snapshot in an open file, blocking the calling thread.
    ///
    /// - Parameter path: The path for messages.
    package init(_ file: RegularFile, path: String) throws(HeapSnapshotError) {
        guard file.size <= Self.largestFile else {
            throw HeapSnapshotError("\(path) is larger than the limit of 4 GiB")
        }
        func bytes(upTo count: Int) throws(HeapSnapshotError) -> [UInt8] {
            do { return try file.bytes(at: 0, upTo: count) } catch { throw HeapSnapshotError("\(path): \(error)") }
        }
        // The header is checked first, to reject large files of another kind early.
        let start = try bytes(upTo: SnapshotReader.headerBytes)
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
        notes = try file.items(.notes) { item throws(HeapSnapshotError) in try item.text(0) }
        memory = try Memory(file)
        modules = try file.items(.modules, Module.init)
        state = try State(file)
        fields = try file.items(.fields, Field.init)
        let owners = try file.items(.fieldOwners) { item throws(HeapSnapshotError) in try item.text(0) }
        for (index, owner) in owners.enumerated() where index < fields.count { fields[index].owner = owner }
        types = try file.items(.types, BlockType.init)
        sampling = try Self.sampling(in: file, types: types)
        allocations = try Self.allocations(in: file, types: types)
        savings = try Self.savings(in: file)
        objectContents = try ObjectContents(file)
        frames = try file.items(.frames) { item throws(HeapSnapshotError) in item.longWord(0) }
        stacks = try file.items(.stacks, Stack.init)
        rows = try file.items(.census, CensusRow.init(ofObjects:))
        rawRows = try file.items(.rawRows, CensusRow.init(ofRawBlocks:))
        contents = try file.table(.containers, of: .census, "row", sortedBy: "rows of the containers") {
            item throws(HeapSnapshotError) in
            let contents = ContainerContents(used: try item.number(8), capacity: try item.number(16))
            guard contents.used <= contents.capacity else {
                throw item.error("containers use \(contents.used) bytes of a capacity of \(contents.capacity)", 8)
            }
            return contents
        }
        // The largest sections. Neither has texts, which the reader keeps.
        nonisolated(unsafe) let reader = file
        let graph = concurrently({
            Result { () throws(HeapSnapshotError) in
                try reader.items(.nodes, sortedBy: "addresses of the blocks", \.address, Node.init)
            }
        }) {
            Result { () throws(HeapSnapshotError) in try reader.items(.edges, Edge.init) }
        }
        (nodes, edges) = (try graph.0.get(), try graph.1.get())
        roots = try file.items(.roots, Root.init)
        threads = try file.items(.threads, Thread.init)
        functions = try file.items(.functions, sortedBy: "functions", \.order, ReferenceDetail.init)
        hasFunctions = file.has(.functions) && file.has(.hashTables)
        let nodes = nodes
        hashTables = try file.items(.hashTables, sortedBy: "nodes of the hash tables", { UInt64($0.node) }) {
            item throws(HeapSnapshotError) in try HashTable(item, nodes: nodes)
        }
        taskFrames = try file.items(.taskFrames) { item throws(HeapSnapshotError) in item.longWord(0) }
        tasks = try file.items(.tasks, sortedBy: "nodes of the tasks", { UInt64($0.node) }, TaskRecord.init)
        innerTasks = try file.items(.innerTasks, TaskRecord.init)
        taskDetails = try Self.details(in: file)
        insides = try file.items(.insides, sortedBy: "references to tasks' memory", \.order, ReferenceDetail.init)
        guard taskDetails.isEmpty || taskDetails.count == tasks.count + innerTasks.count else {
            let counts = "\(taskDetails.count) details of \(tasks.count + innerTasks.count) tasks"
            throw HeapSnapshotError(counts, at: file.offset(of: 0, in: .taskDetails))
        }
        continuations = try file.table(.continuations, of: .nodes, "node", sortedBy: "nodes of the continuations") {
            item throws(HeapSnapshotError) in try item.flag(4, "state of a continuation")
        }
        counts = try file.table(.counts, of: .nodes, "node", sortedBy: "nodes of the counts") {
            item throws(HeapSnapshotError) in item.word(4)
        }
        values = try file.items(.values, sortedBy: "edges of the values", { UInt64($0.edge) }, Value.init)
        boxes = try file.items(.boxes, sortedBy: "nodes of the boxes", { UInt64($0.node) }, ValueBox.init)
        for (index, task) in tasks.enumerated() where type(ofNode: Int(task.node))?.kind != .task {
            throw HeapSnapshotError("node \(task.node) is not a task", at: file.offset(of: index, in: .tasks))
        }
        for (index, row) in rows.enumerated() where types[Int(row.type)].type == nil {
            throw HeapSnapshotError(
                "the type of the census row is not a Swift object type", at: file.offset(of: index, in: .census))
        }
        if let index = firstOverflow(rows) {
            throw HeapSnapshotError(
                "the sum of the census rows overflows", at: file.offset(of: index, in: .census) + 16)
        }
        if let index = firstOverflow(rawRows) {
            throw HeapSnapshotError("the sum of the raw blocks overflows", at: file.offset(of: index, in: .rawRows) + 8)
        }
        try joinEdges(file)
        guard header.hasGraph || nodes.isEmpty && roots.isEmpty else {
            throw HeapSnapshotError("the file contains a graph, but its header declares none", at: 40)
        }
    }

    /// Creates a snapshot of blocks to which no root leads.
    ///
    /// - Parameters:
    ///   - stacks: The return addresses of each stack, innermost first.
    ///   - nodes: The blocks in ascending order of their addresses, with the ranges of their edges.
    init(
        processID: Int32, types: [BlockType], fields: [Field], stacks: [[UInt64]], nodes: [Node], edges: [Edge],
        functions: [ReferenceDetail]
    ) {
        header = Header(processID: processID, framesPerStack: UInt32(stacks.lazy.map(\.count).max() ?? 0))
        (notes, memory, state, sampling, allocations, savings) = ([], nil, nil, nil, nil, nil)
        objectContents = nil
        (modules, self.types, self.fields) = ([], types, fields)
        frames = stacks.flatMap(\.self)
        var first: UInt32 = 0
        self.stacks = stacks.map { stack in
            defer { first += UInt32(stack.count) }
            return Stack(firstFrame: first, frameCount: UInt32(stack.count), epoch: 0)
        }
        (self.nodes, self.edges, roots, threads) = (nodes, edges, [], [])
        (self.functions, hasFunctions, hashTables) = (functions, true, [])
        (tasks, taskFrames, innerTasks, taskDetails, insides) = ([], [], [], [], [])
        (continuations, counts, values, boxes) = ([:], [:], [], [])
        (rows, rawRows, contents) = ([], [], [:])
        divideRowsByBirth()
    }

    /// Assigns each node its edges, and checks that every edge belongs to a node.
    private mutating func joinEdges(_ file: SnapshotReader) throws(HeapSnapshotError) {
        var edge: UInt32 = 0
        for index in nodes.indices {
            let node = nodes[index]
            guard node.bytes < 1 << 48, node.bytes <= UInt64.max - node.address else {
                throw HeapSnapshotError(
                    "the block extends beyond the last address, or has \(node.bytes) bytes",
                    at: file.offset(of: index, in: .nodes) + 8)
            }
            let remaining = UInt32(edges.count) - edge
            guard node.edgeCount <= remaining else {
                throw HeapSnapshotError(
                    "\(node.edgeCount) edges exceed the remaining \(remaining)",
                    at: file.offset(of: index, in: .nodes) + 32)
            }
            nodes[index].firstEdge = edge
            edge += node.edgeCount
        }
        guard Int(edge) == edges.count else {
            throw HeapSnapshotError(
                "\(edges.count - Int(edge)) edges belong to no node", at: file.offset(of: 0, in: .nodes))
        }
    }
}

/// Returns the index of the first row with which the sum of the blocks or of the bytes overflows.
private func firstOverflow(_ rows: [HeapSnapshot.CensusRow]) -> Int? {
    var (count, bytes) = (0, 0)
    for (index, row) in rows.enumerated() {
        let sums = (count.addingReportingOverflow(row.count), bytes.addingReportingOverflow(row.bytes))
        if sums.0.overflow || sums.1.overflow { return index }
        (count, bytes) = (sums.0.partialValue, sums.1.partialValue)
    }
    return nil
}
