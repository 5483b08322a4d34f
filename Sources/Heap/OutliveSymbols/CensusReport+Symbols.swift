package import OutliveModel

extension CensusReport {
    /// Adds symbols to the stacks that a summary may show, and a note about their source.
    ///
    /// These are the largest stacks of the largest types, of the program and of libraries separately, as Foundation's
    /// types are often larger. The symbolizer blocks the calling thread.
    ///
    /// - Parameters:
    ///   - types: The number of types per process that the program declares, and of other types.
    ///   - sites: The number of stacks per type.
    package mutating func symbolicate(with symbolicator: Symbolicator = Symbolicator(), types: Int = 40, sites: Int = 3)
    {
        var wanted: [(process: Int, stack: Int)] = []
        for (index, process) in processes.enumerated() {
            for stack in process.census.largestStacks(types: types, sites: sites) { wanted.append((index, stack)) }
        }
        guard !wanted.isEmpty else { return }
        let symbolication = symbolicator.symbolicate(wanted.map { processes[$0].census.stacks[$1] })
        for ((process, stack), backtrace) in zip(wanted, symbolication.backtraces) {
            processes[process].census.stacks[stack] = backtrace
        }
        notes += symbolication.notes
    }
}

extension HeapCensus {
    /// Returns the stacks with the most bytes of the types with the most bytes.
    fileprivate func largestStacks(types: Int, sites: Int) -> Set<Int> {
        let byType = Dictionary(grouping: rows.filter { $0.state == .alive }, by: \.type)
        let largest = byType.sorted { first, second in
            let (one, other) = (first.value.bytes, second.value.bytes)
            return one == other ? first.key < second.key : one > other
        }
        var stacks: Set<Int> = []
        let own = largest.filter(\.key.isDeclaredByProgram)
        let others = largest.filter { !$0.key.isDeclaredByProgram }
        for (_, rows) in own.prefix(types) + others.prefix(types) {
            let byStack = Dictionary(grouping: rows.filter { $0.stack != nil }, by: \.stack!)
            let first = byStack.sorted { ($1.value.bytes, $0.key) < ($0.value.bytes, $1.key) }.prefix(sites)
            stacks.formUnion(first.map(\.key))
        }
        return stacks
    }
}

extension [HeapRow] {
    fileprivate var bytes: Int { reduce(0) { $0 + $1.bytes } }
}
