public import OutliveModel

/// What the censuses of one process say of growth.
public struct HeapGrowth: Hashable, Sendable {
    /// What leaks, and with verdict `expected` what grows by design, in the order of a report.
    public var findings: [Finding]
    /// How many types have objects of ended cycles, in numbers that do not grow.
    public var retainedTypes: Int
    /// What kept growth from being judged, for the notes of a report.
    public var notes: [String]

    /// Judges every type and allocation site by the rules of `findings(in:warmup:)`, on the objects that are alive after each
    /// cycle and were born in an ended cycle after warm-up.
    ///
    /// What the warm-up left is not counted, so a store that replaces it, or goes up and down by turns, would look like
    /// growth. Hence in the last third of the measured cycles more must be alive after each than after any of the
    /// first third, and after one at least more than ever before, both of those that count and of all: a store that has
    /// filled up rises no more. Objects that are deinitialised, and kept by unowned references, are judged apart. Where
    /// the sites of a type vary so that none grows alone, the type as a whole is judged. Without any stack known growth
    /// of libraries cannot be told, so what mentions no type of the program is `suspect`.
    ///
    /// - Parameters:
    ///   - censuses: that after the launch, then one at the end of each cycle. Fewer than three measured cycles tell nothing.
    ///   - warmup: how many of the cycles are warm-up; one at least, as what the launch made cannot grow.
    /// - Complexity: O(rows of all censuses).
    public init(_ censuses: [HeapCensus], warmup: Int) {
        let warmup = max(warmup, 1)
        (findings, retainedTypes, notes) = ([], 0, [])
        let measured = max(censuses.count - 1 - warmup, 0)
        guard measured >= LiveSeries.risesForLeak else {
            notes.append(
                "the heap was looked at after \(measured) measured \(measured == 1 ? "cycle" : "cycles"); "
                    + "growth can be told from \(LiveSeries.risesForLeak) on")
            return
        }
        let series = HeapSeries(censuses, warmup: warmup)
        let bySite = series.findings(by: .site)
        let alone = bySite.filter(series.growsSteadily)
        let steady = Set(alone.lazy.map(\.key.type))
        // Raw blocks of all sites together are no type.
        let unsteady = Set(bySite.lazy.filter { $0.verdict == .leak }.map(\.key.type))
            .subtracting(steady).subtracting([HeapType.rawMemory.description])
        let together = series.findings(by: .type).filter { unsteady.contains($0.key.type) }
            .filter(series.growsSteadily)
        retainedTypes = Set(bySite.lazy.map(\.key.type)).subtracting((alone + together).lazy.map(\.key.type)).count
        findings = (alone + together).map { finding in
            var finding = finding
            finding.tier = .heap
            finding.unit = HeapType(described: finding.key.type).kind == .raw ? .blocks : .objects
            finding.bytes = series.bytes(of: finding.key)
            finding.key.name = finding.key.type
            return finding.settled
        }
        findings += ContainerSeries(censuses, warmup: warmup).findings.map(\.settled)
        if censuses.allSatisfy(\.stacks.isEmpty) { suspectPlatformTypes() }
        let modules = OwnModules(seenIn: findings)
        findings.sort { $0.precedesInHeap($1, modules) }
    }

    private mutating func suspectPlatformTypes() {
        let others = findings.indices.filter { !HeapType(described: findings[$0].key.type).mentionsProgram }
        guard !others.isEmpty else { return }
        for index in others { findings[index].verdict = .suspect }
        notes.append(
            "stacks were not captured, so known growth of libraries cannot be told: \(others.count) "
                + "\(others.count == 1 ? "type that is" : "types that are") none of the program's "
                + "\(others.count == 1 ? "is" : "are") suspect only; --frames 16 tells")
    }
}
