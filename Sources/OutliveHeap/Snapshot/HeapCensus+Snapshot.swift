public import OutliveModel

extension HeapCensus {
    /// The census of a snapshot: rows that have type, frames, birth and state in common added up.
    ///
    /// - Complexity: O(rows and their stacks).
    public init(_ snapshot: HeapSnapshot) {
        let header = snapshot.header
        var stacks = CensusStacks(snapshot)
        let types = CensusTypes(snapshot.types)
        var rows = RowSums()
        var containers = snapshot.containers[...]
        for (index, row) in snapshot.rows.enumerated() {
            var contents: ContainerContents?
            if let container = containers.first, Int(container.row) == index {
                contents = container.contents
                containers.removeFirst()
            }
            // The reader lets no others pass.
            guard let type = snapshot.types[Int(row.type)].type else { continue }
            rows.add(
                HeapRow(
                    type: type, stack: stacks.number(of: row.stack), birth: Int(row.birth),
                    state: row.isDeinitialised ? .deinitialised : .alive, count: row.objects, bytes: row.bytes,
                    contents: contents),
                type: types.numbers[Int(row.type)])
        }
        for row in snapshot.rawRows {
            rows.add(
                HeapRow(
                    type: .rawMemory, stack: stacks.number(of: row.stack), birth: Int(row.birth), count: row.blocks,
                    bytes: row.bytes),
                type: -1)
        }
        self.init(
            processID: header.processID, reason: header.reason, cycle: Int(header.cycle), rows: rows.rows,
            stacks: stacks.backtraces, rawBlocks: header.rawBlocks, rawBytes: header.rawBytes,
            pauseSeconds: Double(header.pause) / 1e9, isIncomplete: header.isIncomplete)
    }
}

/// The rows of a census, those with type, stack, birth and state in common added up.
private struct RowSums {
    private struct Group: Hashable {
        var type: Int
        var stack: Int?
        var birth: Int
        var state: HeapRow.State
    }

    private(set) var rows: [HeapRow] = []
    private var places: [Group: Int] = [:]

    /// Adds the objects of a row.
    ///
    /// - Parameter type: the number of the type in `CensusTypes`; -1 of raw blocks.
    mutating func add(_ row: HeapRow, type: Int) {
        let group = Group(type: type, stack: row.stack, birth: row.birth, state: row.state)
        guard let place = places[group] else {
            places[group] = rows.count
            rows.append(row)
            return
        }
        rows[place].count += row.count
        rows[place].bytes += row.bytes
        rows[place].contents = .sum(rows[place].contents, row.contents)
    }
}

/// Numbers for the types of a snapshot, the same for those that have name and kind in common.
private struct CensusTypes {
    let numbers: [Int]

    init(_ types: [HeapSnapshot.BlockType]) {
        var known: [HeapType?: Int] = [:]
        numbers = types.indices.map { index in
            let number = known[types[index].type] ?? index
            known[types[index].type] = number
            return number
        }
    }
}

/// The stacks that a census has so far, each once.
private struct CensusStacks {
    private(set) var backtraces: [Backtrace] = []
    private let snapshot: HeapSnapshot
    private var names: FrameNames
    /// The place in `backtraces` of a stack of the snapshot.
    private var places: [Int: Int?] = [:]
    private var distinct: [Backtrace: Int] = [:]

    init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        names = FrameNames(snapshot.modules)
    }

    /// The place in `backtraces` of a stack; nil when it has no frames, or none was captured.
    mutating func number(of stack: UInt32) -> Int? {
        guard stack != HeapSnapshot.none else { return nil }
        let index = Int(stack)
        if let place = places[index] { return place }
        let epoch = snapshot.stacks[index].epoch
        let backtrace = Backtrace(frames: snapshot.frames(ofStack: index).map { names.frame($0, epoch: epoch) })
        guard !backtrace.frames.isEmpty else {
            places[index] = .some(nil)
            return nil
        }
        let place = distinct[backtrace] ?? backtraces.count
        if place == backtraces.count {
            distinct[backtrace] = place
            backtraces.append(backtrace)
        }
        places[index] = place
        return place
    }
}
