internal import OutliveHeap
internal import OutliveModel

/// Collects the censuses of one instance, and judges what grew.
struct HeapWatch {
    /// The censuses of one process, from its launch on.
    private struct Incarnation {
        /// Cut down to what growth is judged by.
        var censuses: [HeapCensus] = []
        var cycles: [HeapCycle] = []

        mutating func add(_ census: HeapCensus, warmup: Int) {
            cycles.append(HeapCycle(census, cycle: cycles.count))
            censuses.append(census.condensed(warmup: warmup))
        }
    }

    private let frames: Int?
    private let warmup: Int
    private var incarnations: [Incarnation] = []

    /// Makes an empty watch.
    ///
    /// - Parameters:
    ///   - frames: how many frames of each allocation are captured; nil where the heap tier is off.
    ///   - warmup: how many cycles of each process come before measuring.
    init(frames: Int?, warmup: Int) {
        self.frames = frames
        self.warmup = warmup
    }

    /// Whether the heap is looked at.
    var isOn: Bool { frames != nil }

    /// Takes the census of a process that has just been launched, in place of the one before.
    mutating func launched(_ census: HeapCensus?) {
        guard let census else { return }
        incarnations.append(Incarnation())
        add(census)
    }

    /// Takes the census at the end of a cycle.
    mutating func cycleEnded(_ census: HeapCensus?) {
        guard let census, !incarnations.isEmpty else { return }
        add(census)
    }

    /// Takes another census of the last cycle, after all that was let go of has had its time.
    mutating func confirm(_ census: HeapCensus?) {
        guard let census, let place = incarnations.indices.last, !incarnations[place].cycles.isEmpty else { return }
        incarnations[place].censuses.removeLast()
        incarnations[place].cycles.removeLast()
        add(census)
    }

    private mutating func add(_ census: HeapCensus) {
        incarnations[incarnations.count - 1].add(census, warmup: warmup)
    }

    /// Whether anything of the present process would be called a leak.
    var presentGrows: Bool {
        guard let present = incarnations.last else { return false }
        return HeapGrowth(present.censuses, warmup: warmup).findings.contains { $0.verdict == .leak }
    }

    /// The figures of the process that was looked at most often, what grew in any, and what kept that from being judged;
    /// nil where the heap is not looked at.
    var result: (summary: HeapSummary, findings: [Finding], notes: [String])? {
        guard let frames else { return nil }
        // The one with the most cycles comes first: it knows best.
        let judged = byLength.map { HeapGrowth($0.censuses, warmup: warmup) }
        let summary = HeapSummary(
            cycles: byLength.first?.cycles ?? [], frames: frames, retainedTypes: judged.first?.retainedTypes)
        var seen: Set<ComponentKey> = []
        let findings = judged.flatMap(\.findings).filter { seen.insert($0.key).inserted }
        return (summary, findings, judged.first?.notes ?? [])
    }

    /// What is wrong with what was watched when all is over; nil when it can be relied on.
    var omission: Failure? {
        guard isOn else { return nil }
        let cycles = max(0, (byLength.first?.cycles.count ?? 0) - 1)
        let fewest = HeapSummary.fewestCycles(warmup: warmup)
        guard cycles < fewest else { return nil }
        return Failure(
            .noTrend,
            "growth of the heap cannot be judged, as no process went through more than \(cycles) of the \(fewest) cycles "
                + "that takes: ask for more, or see why resets fell back")
    }

    private var byLength: [Incarnation] {
        incarnations.enumerated().sorted { ($1.element.cycles.count, $0.offset) < ($0.element.cycles.count, $1.offset) }
            .map(\.element)
    }
}
