package import OutliveModel

extension CensusReport {
    /// Adds symbols to the stacks that a summary may show, and a note about their source.
    ///
    /// These are the largest stacks of the largest types. Types of the program and of libraries are chosen separately,
    /// because Foundation's are often larger. The symbolizer blocks the calling thread.
    ///
    /// - Parameters:
    ///   - types: The number of types of the program per process, and the same number of other types.
    ///   - sites: The number of stacks per type.
    package mutating func symbolicate(with symbolicator: Symbolicator = Symbolicator(), types: Int = 40, sites: Int = 3)
    {
        let wanted = processes.enumerated().flatMap { index, process in
            let census = process.census
            let largest = census.largestStacks(types: types, sites: sites)
            return largest.union(census.stacksOfAllocations).map { (process: index, stack: $0) }
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
        let largest = byType.sorted { ($1.value.bytes, $0.key) < ($0.value.bytes, $1.key) }
        let own = largest.filter(\.key.isDeclaredByProgram)
        let others = largest.filter { !$0.key.isDeclaredByProgram }
        return (own.prefix(types) + others.prefix(types)).reduce(into: []) { stacks, type in
            let byStack = Dictionary(grouping: type.value.filter { $0.stack != nil }, by: \.stack!)
            let first = byStack.sorted { ($1.value.bytes, $0.key) < ($0.value.bytes, $1.key) }.prefix(sites)
            stacks.formUnion(first.map(\.key))
        }
    }
}

extension HeapCensus {
    /// The stacks with the most allocated bytes. A sampled census has few.
    fileprivate var stacksOfAllocations: Set<Int> {
        let limit = 5000
        var bytes: [Int: Int] = [:]
        for total in allocationTotals {
            guard let stack = total.stack else { continue }
            bytes[stack, default: 0] = boundedSum(bytes[stack, default: 0], total.amount.bytes)
        }
        guard bytes.count > limit else { return Set(bytes.keys) }
        return Set(bytes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit).map(\.key))
    }
}

extension [HeapRow] {
    fileprivate var bytes: Int { reduce(0) { $0 + $1.bytes } }
}

extension SnapshotReport {
    /// Adds symbols to the sites that a text report may show, and a note about their source.
    ///
    /// The symbolizer blocks the calling thread.
    ///
    /// - Parameter rows: The number of rows of each table.
    package mutating func symbolicate(with symbolicator: Symbolicator = Symbolicator(), rows: Int = 100) {
        let sites: [WritableKeyPath<SnapshotReport, Backtrace>] =
            types.indices.prefix(rows).map { \.types[$0].site }
            + (largest ?? []).indices.prefix(rows).map { \.largest![$0].site }
            + (memory ?? []).indices.prefix(rows).map { \.memory![$0].site }
            + (savings?.sites ?? []).indices.map { \.savings!.sites[$0].stack }
            + (growth?.types ?? []).indices.prefix(rows).map { \.growth!.types[$0].site }
        guard sites.contains(where: { !self[keyPath: $0].frames.isEmpty }) else { return }
        let symbolication = symbolicator.symbolicate(sites.map { self[keyPath: $0] })
        for (site, backtrace) in zip(sites, symbolication.backtraces) { self[keyPath: site] = backtrace }
        let sources = symbolication.sources
        // The snapshot has its modules without names as a note. That others were named as usual qualifies nothing.
        let added = snapshot.reason.isFromOutside ? sources.namingNotes : sources.complaints
        notes += added.filter { !notes.contains($0) }
    }
}

extension MemoryReport {
    /// Adds symbols to the sites of savings, and a note about their source.
    ///
    /// The symbolizer blocks the calling thread.
    package mutating func symbolicate(with symbolicator: Symbolicator = Symbolicator()) {
        guard let sites = savings?.sites, sites.contains(where: { !$0.stack.frames.isEmpty }) else { return }
        let symbolication = symbolicator.symbolicate(sites.map(\.stack))
        for (index, stack) in symbolication.backtraces.enumerated() { savings?.sites[index].stack = stack }
        // The snapshot has its modules without names as a note.
        notes += symbolication.sources.namingNotes.filter { !notes.contains($0) }
    }
}

extension Report {
    /// Adds symbols to the stacks of allocations, and a note about their source.
    ///
    /// The symbolizer blocks the calling thread.
    package mutating func nameAllocations(by symbolicator: Symbolicator) {
        guard let added = allocations?.name(by: symbolicator) else { return }
        notes += added.notes.filter { !notes.contains($0) }
    }
}

extension [AllocationFigures] {
    /// Adds symbols to the stacks.
    ///
    /// The symbolizer blocks the calling thread.
    ///
    /// - Returns: The sources of the symbols.
    package mutating func name(by symbolicator: Symbolicator) -> NameSources {
        let stacks = flatMap { figures in
            figures.sites.map(\.stack) + (figures.peak + (figures.left?.sites ?? [])).map(\.stack)
        }
        let symbolication = symbolicator.symbolicate(stacks)
        var next = symbolication.backtraces.makeIterator()
        for index in indices {
            for site in self[index].sites.indices { self[index].sites[site].stack = next.next()! }
            for site in self[index].peak.indices { self[index].peak[site].stack = next.next()! }
            for site in self[index].left?.sites.indices ?? 0..<0 {
                self[index].left?.sites[site].stack = next.next()!
            }
        }
        return symbolication.sources
    }
}
