internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel

/// The censuses of the workers of one instance, and the judgement of their growth.
///
/// Each worker is judged like the measured process, from the cycle in which it is first seen.
struct WorkerWatches {
    /// The most workers that are watched at once: each takes a census in every cycle.
    static let maximum = 16
    private let frames: Int?
    private let warmup: Int
    private var watches: [Worker: HeapWatch] = [:]
    /// The names of workers that are not watched, each with the reason.
    private var omitted: [String: String] = [:]
    private var refused: Set<Worker> = []

    init(frames: Int?, warmup: Int) { (self.frames, self.warmup) = (frames, warmup) }

    /// Returns the workers to watch among the running ones, the oldest first.
    mutating func chosen(among workers: [Worker]) -> [Worker] {
        let willing = workers.filter { !refused.contains($0) }
        for worker in willing.dropFirst(Self.maximum) where watches[worker] == nil {
            omitted[worker.name] = "\(Self.maximum) older ones are"
        }
        return Array(willing.prefix(Self.maximum))
    }

    /// Records the census of a worker at the end of a cycle, or with `confirming` in the place of the last one.
    mutating func add(_ census: HeapCensus, of worker: Worker, confirming: Bool) {
        var watch = watches[worker] ?? HeapWatch(frames: frames, warmup: warmup)
        if watches[worker] == nil {
            watch.launched(census)
        } else if confirming {
            watch.confirm(census)
        } else {
            watch.cycleEnded(census)
        }
        watches[worker] = watch
    }

    /// Ends the watch of a worker that gives no census.
    mutating func refuse(_ worker: Worker, _ failure: Failure) {
        refused.insert(worker)
        omitted[worker.name] = failure.message
    }

    /// `true` if growth of a worker would be reported as a leak.
    var grow: Bool { watches.values.contains(where: \.presentGrows) }

    /// The workers whose growth may be a leak, one of each program: the one that was watched for the most cycles.
    var growing: [Worker] {
        var seen: Set<String> = []
        return byLength.filter { watches[$0]?.presentMayLeak == true && seen.insert($0.name).inserted }
    }

    /// The growth of all workers; equal growth in several workers of one program is one finding.
    var findings: [Finding] {
        var seen: Set<[AnyHashable]> = []
        return byLength.flatMap { worker in
            (watches[worker]?.result?.findings ?? []).filter(\.isLeakOrSuspect).map { $0.labelled(worker: worker.name) }
        }.filter { seen.insert([$0.worker, $0.key, $0.unit]).inserted }
    }

    /// The notes that name the watched and the omitted workers.
    var notes: [String] {
        let counts = Dictionary(grouping: watches.keys, by: \.name).mapValues(\.count).sorted { $0.key < $1.key }
        let names = counts.map { $1 == 1 ? $0 : "\($1) of \($0)" }.joined(separator: ", ")
        let watched = names.isEmpty ? [] : ["processes that the program started are watched for leaks, too: \(names)"]
        return watched + omitted.sorted { $0.key < $1.key }.map { "a process of \($0) is not watched: \($1)" }
    }

    private var byLength: [Worker] {
        watches.map { (worker: $0, cycles: $1.result?.summary.cycles.count ?? 0) }.sorted {
            ($1.cycles, $0.worker.started, $0.worker.processID) < ($0.cycles, $1.worker.started, $1.worker.processID)
        }.map(\.worker)
    }
}
