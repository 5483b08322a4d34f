package import OutliveDriver
package import OutliveHeap
package import OutliveModel

/// The censuses of one instance, and the judgement of their growth.
struct HeapWatch {
    private struct ProcessRun {
        /// The censuses, condensed to the facts that growth is judged by.
        private var censuses: [HeapCensus] = []
        private(set) var cycles: [HeapCycle] = []
        private(set) var allocations = AllocationCourse()
        private(set) var course = HeapCourseRecord()
        /// The cycles that each census ends, if some end several.
        private var ends = CycleEnds()
        /// The growth of these censuses, judged when it is first asked for.
        private var judged = Once<HeapGrowth>()

        mutating func add(_ census: HeapCensus, warmup: Int, residentBytes: Int?, endsSeveral: Bool) {
            cycles.append(HeapCycle(census, cycle: cycles.count))
            ends.add(endsSeveral ? census.cycle : censuses.count)
            censuses.append(census.condensed(warmup: ends.firstCounted(warmup: max(warmup, 1))))
            allocations.add(census)
            course.add(census, residentBytes: residentBytes)
            judged = Once()
        }

        /// Replaces the last census by a later one, by which growth is judged. What was allocated after the cycle is no part of
        /// it.
        mutating func replaceLast(by census: HeapCensus, warmup: Int) {
            cycles[cycles.count - 1] = HeapCycle(census, cycle: cycles.count - 1)
            censuses[censuses.count - 1] = census.condensed(warmup: ends.firstCounted(warmup: max(warmup, 1)))
            course.replaceLast(by: census)
            judged = Once()
        }

        func growth(warmup: Int, _ births: HeapGrowth.Births) -> HeapGrowth {
            judged.value { HeapGrowth(censuses, warmup: warmup, births: births, ends: ends) }
        }
    }

    private let frames: Int?
    private let warmup: Int
    private let births: HeapGrowth.Births
    private var processRuns: [ProcessRun] = []
    /// The allocations of each launch.
    private var launches = AllocationCourse()

    init(frames: Int?, warmup: Int, births: HeapGrowth.Births = .recorded) {
        self.frames = frames
        self.warmup = warmup
        self.births = births
    }

    var isOn: Bool { frames != nil }

    /// Records the census of a newly launched process, which replaces the previous one.
    mutating func launched(_ census: HeapCensus?) {
        guard let census else { return }
        processRuns.append(ProcessRun())
        launches.addLaunch(census)
        add(census)
    }

    /// Records the census of an ended cycle.
    ///
    /// - Parameters:
    ///   - residentBytes: The resident memory of the process, or `nil` if it is unknown.
    ///   - endsSeveral: `true` if the process ended further cycles since the last recorded census.
    mutating func cycleEnded(_ census: HeapCensus?, residentBytes: Int? = nil, endsSeveral: Bool = false) {
        guard let census, !processRuns.isEmpty else { return }
        add(census, residentBytes: residentBytes, endsSeveral: endsSeveral)
    }

    /// Replaces the census of the last cycle by one after the settle time.
    mutating func confirm(_ census: HeapCensus?) {
        guard let census, let index = processRuns.indices.last, !processRuns[index].cycles.isEmpty else { return }
        processRuns[index].replaceLast(by: census, warmup: warmup)
    }

    private mutating func add(_ census: HeapCensus, residentBytes: Int? = nil, endsSeveral: Bool = false) {
        processRuns[processRuns.count - 1].add(
            census, warmup: warmup, residentBytes: residentBytes, endsSeveral: endsSeveral)
    }

    /// `true` if growth of the current process would be reported as a leak.
    var presentGrows: Bool { presentVerdicts.contains(.leak) }
    /// `true` if growth of the current process is a leak, or would be one if the program holds the objects.
    var presentMayLeak: Bool { !presentVerdicts.isDisjoint(with: [.leak, .suspect]) }

    /// The number of further cycles that distinguish a pool that warms up from a leak, by the current process.
    var furtherCycles: Int { presentGrowth?.furtherCycles ?? 0 }

    private var presentVerdicts: Set<Verdict> { Set(presentGrowth?.findings.map(\.verdict) ?? []) }

    private var presentGrowth: HeapGrowth? { processRuns.last?.growth(warmup: warmup, births) }

    /// The figures and notes of the process with the most cycles, and the growth of all processes; `nil` if the tier is
    /// off.
    var result: (summary: HeapSummary, findings: [Finding], notes: [String])? {
        guard let frames else { return nil }
        // The process with the most cycles comes first, because it has the best evidence.
        let judged = byLength.map { $0.growth(warmup: warmup, births) }
        let summary = HeapSummary(
            cycles: byLength.first?.cycles ?? [], frames: frames, retainedTypes: judged.first?.retainedTypes)
        var seen: Set<ComponentKey> = []
        let findings = judged.flatMap(\.findings).filter { seen.insert($0.key).inserted }
        return (summary, findings, judged.first?.notes ?? [])
    }

    /// The allocations of a cycle in the process with the most cycles, or without cycles of a launch; `nil` if they
    /// were not counted.
    var allocations: AllocationFigures? {
        if let figures = byLength.first?.allocations.figures(warmup: warmup) { return figures }
        var figures = launches.figures(warmup: 0)
        figures?.unit = .launch
        return figures
    }

    /// The heap over the cycles of the process with the most, or `nil` with fewer than two censuses.
    ///
    /// - Parameter found: The findings whose types it contains, however small they are.
    func course(of found: [Finding]) -> HeapCourse? {
        let types = found.filter(\.isOfGrowth).map { HeapType(described: $0.key.type) }
        return byLength.first?.course.course(keeping: Set(types))
    }

    /// The course of the current process, with up to so many of its largest types.
    func presentCourse(types: Int) -> HeapCourse? { processRuns.last?.course.course(types: types) }

    /// The failure of a run with too few cycles to judge growth, or `nil` if there are enough.
    var omission: Failure? {
        guard isOn else { return nil }
        let cycles = max(0, (byLength.first?.cycles.count ?? 0) - 1)
        let minimum = HeapSummary.minimumCycles(warmup: warmup)
        guard cycles < minimum else { return nil }
        return Failure(
            .noTrend,
            "growth of the heap cannot be judged, as no process completed more than \(cycles) of the \(minimum) "
                + "required cycles: run more, or check why resets fell back")
    }

    private var byLength: [ProcessRun] {
        processRuns.enumerated().sorted { ($1.element.cycles.count, $0.offset) < ($0.element.cycles.count, $1.offset) }
            .map(\.element)
    }
}

/// A function that reads a census from a snapshot of the heap tier.
package typealias CensusReader = @Sendable (HeapFile) throws(Failure) -> HeapCensus

extension HeapFile {
    /// Returns the census of the snapshot, without symbolication.
    package func census() throws(Failure) -> HeapCensus { HeapCensus(try snapshot()) }

    /// Reads the snapshot.
    package func snapshot() throws(Failure) -> HeapSnapshot {
        do {
            return try HeapSnapshot(try opened(), path: path)
        } catch {
            throw Failure(
                .noCensus,
                "the census of process \(processID) cannot be read: \(error); rebuild its library with "
                    + "scripts/heap-library")
        }
    }
}
