package import OutliveModel

/// The growth found in the censuses of one process.
package struct HeapGrowth: Hashable, Sendable {
    /// The leaks and, with the verdict `expected`, known growth, in the order of a report.
    package var findings: [Finding]
    /// The number of types that have objects of ended cycles, but not a growing number of them.
    package var retainedTypes: Int
    /// The reasons why growth could not be judged, for the notes of a report.
    package var notes: [String]

    /// The way in which censuses know the cycle in which an object was allocated.
    package enum Births: Sendable {
        /// Allocations are recorded.
        case recorded
        /// Objects are compared by address; see `BirthsByAddress`. A pool that replaces its objects seems to keep ever
        /// more new ones, and at any moment some objects are in use. Therefore the numbers also have to rise by more than
        /// chance, and the number of all objects at least half as much as the number of new ones.
        case byAddress
    }

    /// Judges each type and allocation site by the rules of `findings(in:warmup:)`.
    ///
    /// The objects that count are those alive after each cycle that were born in an ended cycle after warm-up. A store
    /// that replaces objects of the warm-up, or varies, would look like growth. A leak therefore has to rise steadily:
    /// in the last third of the measured cycles each number exceeds all of the first third, and one is a new maximum.
    /// This must hold for the objects that count and for all objects; a store that has filled up stops rising. A rise
    /// in which objects replace each other belongs to a store, too; see `HeapSeries.isStore(_:)`.
    ///
    /// Deinitialised objects kept by unowned references are judged separately. If the sites of a type vary so that none
    /// grows alone, the type is judged as a whole. Without any stack, known growth of libraries cannot be recognised,
    /// so types that do not mention the program are `suspect`, until a trace shows that the program holds them.
    ///
    /// - Parameters:
    ///   - censuses: The census after the launch, then one at the end of each cycle. At least three measured cycles are
    ///     needed.
    ///   - warmup: The number of warm-up cycles. 0 counts as 1, because objects of the launch cannot grow.
    ///   - ends: The cycles of the process that each census ends.
    package init(
        _ censuses: [HeapCensus], warmup: Int, births: Births = .recorded, ends: CycleEnds = CycleEnds()
    ) {
        let warmup = max(warmup, 1)
        (findings, retainedTypes, notes) = ([], 0, [])
        let measured = max(censuses.count - 1 - warmup, 0)
        guard measured >= LiveSeries.risesForLeak else {
            notes.append(
                "growth not judged: \(measured) measured \(measured == 1 ? "cycle" : "cycles"), "
                    + "at least \(LiveSeries.risesForLeak) needed")
            return
        }
        var series = HeapSeries(censuses, warmup: warmup, births: births, ends: ends)
        let bySite = series.findings(by: .site)
        let growing = bySite.filter(series.growsSteadily)
        let stores = growing.filter(series.isStore)
        let alone = growing.filter { !stores.contains($0) }
        // A store must not raise the numbers of its type.
        series.remove(stores)
        let unsteady = Set(bySite.lazy.filter { $0.verdict == .leak && !stores.contains($0) }.map(\.key.type))
            .subtracting(alone.lazy.map(\.key.type))
        let together = series.findings(by: .type).filter {
            unsteady.contains($0.key.type) && series.growsSteadily($0) && !series.isStore($0)
        }
        retainedTypes = Set(bySite.lazy.map(\.key.type)).subtracting((alone + together).lazy.map(\.key.type)).count
        findings = (alone + together).map { finding in
            var finding = finding
            finding.tier = .heap
            finding.unit = finding.type.kind == .raw ? .blocks : .objects
            finding.bytes = series.bytes(of: finding.key)
            finding.key.name = finding.key.type
            return finding.classified
        }
        findings += ContainerSeries(censuses, warmup: warmup, ends: ends).findings.map(\.classified)
        if !censuses.contains(where: { $0.hasAllocationStacks(births) }) { suspectPlatformTypes() }
        findings = findings.inHeapOrder(ModuleOrigins(seenIn: findings))
    }

    /// The number of further cycles that distinguish pools that warm up from leaks; 0 if a leak grows in most cycles.
    package var furtherCycles: Int {
        let further = findings.lazy.filter { $0.verdict == .leak && $0.unit != .bytes }
            .map { GrowthCourse($0).furtherCycles }
        return further.contains(0) ? 0 : further.max() ?? 0
    }

    private mutating func suspectPlatformTypes() {
        let others = findings.indices.filter { !findings[$0].type.mentionsProgram }
        guard !others.isEmpty else { return }
        for index in others { findings[index].verdict = .suspect }
        notes.append(
            "no stacks were captured, so known growth of libraries is not recognised: growth of types from outside the "
                + "program is only suspect, unless references of the program hold it")
    }
}

extension HeapCensus {
    /// Returns `true` if stacks of allocations were captured; stacks of tasks and their frames may show where they
    /// wait.
    fileprivate func hasAllocationStacks(_ births: HeapGrowth.Births) -> Bool {
        switch births {
        case .recorded: !stacks.isEmpty
        case .byAddress: rows.contains { $0.stack != nil && $0.type.kind != .task && $0.type.kind != .raw }
        }
    }
}

/// Returns the facts of a census for the fidelity check `types`: the classes with live objects.
///
/// Only classes that the program, or a library outside the toolchain, declares count. The number of objects depends on
/// the moment of the census and is left out, as are closures and boxes.
package func liveTypes(in census: HeapCensus) -> [String: ProcessState.Fact] {
    let types = Set(census.rows.lazy.filter { $0.state == .alive && $0.count > 0 }.map(\.type))
    let declared = types.lazy.filter { $0.kind == .object && $0.isDeclaredByProgram }
    return Dictionary(declared.map { ($0.name, .count(1)) }) { first, _ in first }
}
