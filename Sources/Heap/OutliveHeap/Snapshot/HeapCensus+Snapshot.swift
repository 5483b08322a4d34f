package import OutliveModel

extension HeapCensus {
    /// Creates the census of a snapshot; rows with equal type, frames, birth and state are added up.
    ///
    /// - Complexity: O(rows and their stacks).
    package init(_ snapshot: HeapSnapshot) {
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
            // The reader rejects rows of raw types.
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

/// The rows of a census; those with equal type, stack, birth and state are added up.
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
    /// - Parameter type: The number of the type in `CensusTypes`, or -1 for raw blocks.
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

/// Numbers for the types of a snapshot, equal for types with the same name and kind.
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

/// The distinct stacks of a census under construction.
private struct CensusStacks {
    private(set) var backtraces: [Backtrace] = []
    private let snapshot: HeapSnapshot
    private var names: FrameNames
    /// The index in `backtraces` of each stack of the snapshot seen so far.
    private var places: [Int: Int?] = [:]
    private var distinct: [Backtrace: Int] = [:]

    init(_ snapshot: HeapSnapshot) {
        self.snapshot = snapshot
        names = FrameNames(snapshot.modules)
    }

    /// Returns the index in `backtraces` of a stack, or `nil` if it has no frames or was not captured.
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
