internal import OutliveModel

extension HeapSnapshot {
    /// Reads a snapshot.
    ///
    /// - Parameter bytes: The whole file.
    /// - Throws: An error with the first violation of the format and its position.
    /// - Complexity: O(bytes), and memory of about the same size.
    package init(_ bytes: [UInt8]) throws(HeapSnapshotError) {
        try self.init(bytes.span.bytes)
    }

    private init(_ bytes: RawSpan) throws(HeapSnapshotError) {
        header = try Header(bytes, fileBytes: bytes.byteCount)
        let table = try SectionTable(count: bytes.word(at: 12), in: bytes)
        var texts = SnapshotTexts(table[.text])
        modules = try items(.modules, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try Module(bytes, at: place, &texts)
        }
        fields = try items(.fields, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try Field(bytes, at: place, &texts)
        }
        let owners = try items(.fieldOwners, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try texts.text(at: place, in: bytes)
        }
        for (index, owner) in owners.enumerated() where index < fields.count { fields[index].owner = owner }
        types = try items(.types, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try BlockType(bytes, at: place, &texts, fields: table.count(.fields), types: table.count(.types))
        }
        frames = try items(.frames, table, bytes) { bytes, place throws(HeapSnapshotError) in bytes.longWord(at: place)
        }
        let most = header.framesPerStack
        stacks = try items(.stacks, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try Stack(bytes, at: place, frames: table.count(.frames), most: most)
        }
        rows = try items(.census, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try CensusRow(bytes, at: place, table)
        }
        rawRows = try items(.rawRows, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try RawRow(bytes, at: place, table)
        }
        containers = try items(.containers, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try Container(bytes, at: place, table)
        }
        let limits = Node.Limits(table)
        nodes = try items(.nodes, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try Node(bytes, at: place, limits)
        }
        let nodeCount = table.count(.nodes)
        edges = try items(.edges, table, bytes) { bytes, place throws(HeapSnapshotError) in
            let edge = Edge(target: bytes.word(at: place), offset: bytes.word(at: place + 4))
            try check(edge.target, below: nodeCount, "node", at: place)
            return edge
        }
        roots = try items(.roots, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try Root(bytes, at: place, table)
        }
        threads = try items(.threads, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try Thread(bytes, at: place, &texts)
        }
        functions = try items(.functions, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try Function(bytes, at: place, table)
        }
        hasFunctions = table.has(.functions) && table.has(.hashTables)
        let nodes = nodes
        hashTables = try items(.hashTables, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try HashTable(bytes, at: place, nodes: nodes)
        }
        taskFrames = try items(.taskFrames, table, bytes) { bytes, place throws(HeapSnapshotError) in
            bytes.longWord(at: place)
        }
        tasks = try items(.tasks, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try TaskRecord(bytes, at: place, table)
        }
        values = try items(.values, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try Value(bytes, at: place, table)
        }
        boxes = try items(.boxes, table, bytes) { bytes, place throws(HeapSnapshotError) in
            try ValueBox(bytes, at: place, table)
        }
        try checkValues(table)
        try checkTasks(at: table[.tasks].lowerBound)
        try checkHashTables(at: table[.hashTables].lowerBound)
        try checkFunctions(at: table[.functions].lowerBound)
        try checkRows(at: table[.census].lowerBound)
        try checkRawRows(at: table[.rawRows].lowerBound)
        try checkContainers(at: table[.containers].lowerBound)
        try joinEdges(at: table[.nodes].lowerBound)
        guard header.hasGraph || nodes.isEmpty && roots.isEmpty else {
            throw HeapSnapshotError("the file contains a graph, but its header declares none", at: 40)
        }
    }

    /// Checks that the sums of the census do not overflow and that its types are object types.
    private func checkRows(at start: Int) throws(HeapSnapshotError) {
        var (objects, bytes) = (0, 0)
        for (index, row) in rows.enumerated() {
            let place = start + index * SectionKind.census.itemBytes
            guard types[Int(row.type)].type != nil else {
                throw HeapSnapshotError("the type of the census row is not a Swift object type", at: place)
            }
            let sums = (objects.addingReportingOverflow(row.objects), bytes.addingReportingOverflow(row.bytes))
            guard !sums.0.overflow, !sums.1.overflow else {
                throw HeapSnapshotError("the sum of the census rows overflows", at: place + 16)
            }
            (objects, bytes) = (sums.0.partialValue, sums.1.partialValue)
        }
    }

    /// Checks that the sums of the raw rows do not overflow.
    private func checkRawRows(at start: Int) throws(HeapSnapshotError) {
        var (blocks, bytes) = (0, 0)
        for (index, row) in rawRows.enumerated() {
            let sums = (blocks.addingReportingOverflow(row.blocks), bytes.addingReportingOverflow(row.bytes))
            guard !sums.0.overflow, !sums.1.overflow else {
                throw HeapSnapshotError(
                    "the sum of the raw blocks overflows",
                    at: start + index * SectionKind.rawRows.itemBytes + 8)
            }
            (blocks, bytes) = (sums.0.partialValue, sums.1.partialValue)
        }
    }

    /// Checks that the containers are sorted by row without duplicates.
    private func checkContainers(at start: Int) throws(HeapSnapshotError) {
        for index in containers.indices.dropFirst() where containers[index - 1].row >= containers[index].row {
            throw HeapSnapshotError(
                "the rows of the containers are not in ascending order",
                at: start + index * SectionKind.containers.itemBytes)
        }
    }

    /// Checks that the functions are sorted without duplicates.
    private func checkFunctions(at start: Int) throws(HeapSnapshotError) {
        for index in functions.indices.dropFirst() where !functions[index - 1].precedes(functions[index]) {
            throw HeapSnapshotError(
                "the functions are not in ascending order",
                at: start + index * SectionKind.functions.itemBytes)
        }
    }

    /// Checks that the hash tables are sorted by node without duplicates.
    private func checkHashTables(at start: Int) throws(HeapSnapshotError) {
        for index in hashTables.indices.dropFirst() where hashTables[index - 1].node >= hashTables[index].node {
            throw HeapSnapshotError(
                "the nodes of the hash tables are not in ascending order",
                at: start + index * SectionKind.hashTables.itemBytes)
        }
    }

    /// Checks that the values and boxes are sorted without duplicates.
    private func checkValues(_ table: SectionTable) throws(HeapSnapshotError) {
        for index in values.indices.dropFirst() where values[index - 1].edge >= values[index].edge {
            throw HeapSnapshotError(
                "the edges of the values are not in ascending order",
                at: table[.values].lowerBound + index * SectionKind.values.itemBytes)
        }
        for index in boxes.indices.dropFirst() where boxes[index - 1].node >= boxes[index].node {
            throw HeapSnapshotError(
                "the nodes of the boxes are not in ascending order",
                at: table[.boxes].lowerBound + index * SectionKind.boxes.itemBytes)
        }
    }

    /// Checks that the tasks are sorted by node without duplicates, and that each node is a task.
    private func checkTasks(at start: Int) throws(HeapSnapshotError) {
        for (index, task) in tasks.enumerated() {
            let place = start + index * SectionKind.tasks.itemBytes
            guard index == 0 || tasks[index - 1].node < task.node else {
                throw HeapSnapshotError("the nodes of the tasks are not in ascending order", at: place)
            }
            guard types[Int(nodes[Int(task.node)].type)].type?.kind == .task else {
                throw HeapSnapshotError("node \(task.node) is not a task", at: place)
            }
        }
    }

    /// Assigns each node its edges, and checks that nodes are sorted by address and every edge belongs to a node.
    private mutating func joinEdges(at start: Int) throws(HeapSnapshotError) {
        var edge: UInt32 = 0
        var last: UInt64?
        for index in nodes.indices {
            let place = start + index * SectionKind.nodes.itemBytes
            let node = nodes[index]
            guard last.map({ node.address > $0 }) ?? true else {
                throw HeapSnapshotError("the addresses of the blocks are not in ascending order", at: place)
            }
            last = node.address
            guard node.bytes <= UInt64.max - node.address else {
                throw HeapSnapshotError("the block extends beyond the last address", at: place + 8)
            }
            guard node.edgeCount <= UInt32(edges.count) - edge else {
                throw HeapSnapshotError(
                    "\(node.edgeCount) edges exceed the remaining \(UInt32(edges.count) - edge)", at: place + 32)
            }
            nodes[index].firstEdge = edge
            edge += node.edgeCount
        }
        guard Int(edge) == edges.count else {
            throw HeapSnapshotError("\(edges.count - Int(edge)) edges belong to no node", at: start)
        }
    }
}

/// Returns the items of a section, each made from its place in the file.
private func items<Item>(
    _ kind: SectionKind, _ table: SectionTable, _ bytes: RawSpan,
    make: (RawSpan, Int) throws(HeapSnapshotError) -> Item
) throws(HeapSnapshotError) -> [Item] {
    let section = table[kind]
    var items: [Item] = []
    items.reserveCapacity(Int(table.count(kind)))
    let itemBytes = kind.itemBytes
    var place = section.lowerBound
    while place < section.upperBound {
        items.append(try make(bytes, place))
        place += itemBytes
    }
    return items
}

/// Checks that an index is in range.
///
/// - Parameters:
///   - count: The number of items.
///   - what: The kind of item, for the error message.
///   - place: The position of the index in the file.
func check(_ index: UInt32, below count: UInt32, _ what: String, at place: Int) throws(HeapSnapshotError) {
    guard index < count else {
        throw HeapSnapshotError("\(what) index \(index) is out of range: the count is \(count)", at: place)
    }
}
