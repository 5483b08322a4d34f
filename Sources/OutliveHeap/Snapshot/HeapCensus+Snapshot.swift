public import OutliveModel

extension HeapCensus {
    /// The census of a snapshot: rows that have type, frames, birth and state in common added up.
    ///
    /// - Complexity: O(rows and their stacks).
    public init(_ snapshot: HeapSnapshot) {
        let header = snapshot.header
        var stacks = CensusStacks(snapshot)
        let types = CensusTypes(snapshot.types)
        var groups: [Group: Int] = [:]
        var rows: [HeapRow] = []
        for row in snapshot.rows {
            // The reader lets no others pass.
            guard let type = snapshot.types[Int(row.type)].type else { continue }
            let stack = row.stack == HeapSnapshot.none ? nil : stacks.number(of: Int(row.stack))
            let state: HeapRow.State = row.isDeinitialised ? .deinitialised : .alive
            let group = Group(type: types.numbers[Int(row.type)], stack: stack, birth: row.birth, state: state)
            if let place = groups[group] {
                rows[place].count += row.objects
                rows[place].bytes += row.bytes
            } else {
                groups[group] = rows.count
                rows.append(
                    HeapRow(
                        type: type, stack: stack, birth: Int(row.birth), state: state, count: row.objects,
                        bytes: row.bytes))
            }
        }
        self.init(
            processID: header.processID, reason: header.reason, cycle: Int(header.cycle), rows: rows,
            stacks: stacks.backtraces, rawBlocks: header.rawBlocks, rawBytes: header.rawBytes,
            pauseSeconds: Double(header.pause) / 1e9, isIncomplete: header.isIncomplete)
    }
}

/// What the objects of a row have in common.
private struct Group: Hashable {
    /// The number of the type in `CensusTypes`.
    var type: Int
    var stack: Int?
    var birth: UInt32
    var state: HeapRow.State
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

    /// The place in `backtraces` of stack `index`; nil when it has no frames.
    mutating func number(of index: Int) -> Int? {
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
