internal import OutliveModel
internal import OutliveSupport

extension LiveUnit {
    /// Returns an amount with this unit: `72 alive`, `3 blocks`, `storage of 4.6 kB`.
    func description(of count: Int) -> String {
        switch self {
        case .objects: "\(grouped(count)) alive"
        case .blocks: counted(count, "block")
        case .bytes: "storage of \(bytesText(count))"
        }
    }
}

extension Finding {
    /// The amount: `72 alive`, `3 blocks`, `storage of 4.6 kB`, or in a merged report `144 alive in 2 runs`.
    var amount: String { words(of: amountInUnit) }

    /// Returns an amount of such objects, in the unit of the finding, with the number of runs.
    func words(of amount: Int) -> String { unit.description(of: amount) + runsSuffix }

    /// Returns an amount with a noun: `72 session`, `3 blocks of raw memory`, `storage of 4.6 kB`.
    ///
    /// In a merged report the number of runs follows.
    func quantity(_ amount: Int, of name: String) -> String {
        switch unit {
        case .objects: "\(grouped(amount)) \(name)\(runsSuffix)"
        case .blocks: "\(counted(amount, "block")) of \(name)\(runsSuffix)"
        case .bytes: words(of: amount)
        }
    }

    /// The number of runs: ` in 2 runs`. Empty in the report of a single run.
    private var runsSuffix: String {
        count > 0 && runsSeen > 0 ? " in \(counted(runsSeen, "run"))" : ""
    }

    /// The number of runs in which objects were alive at the end, or of all runs with the finding if there are none.
    private var runsSeen: Int {
        let alive = occurrences.count { $0.objects > 0 }
        return alive > 0 ? alive : occurrences.count
    }

    /// The bytes of the objects: `4.61 kB`, or `nil` if they are not known.
    var bytesDescription: String? { allBytes.map(bytesText) }

    /// Returns the runs with the finding: `2 of 3 runs, 144 objects`, or `nil` in the report of a single run.
    func occurrencesDescription(of runs: [Shard]?) -> String? {
        guard !occurrences.isEmpty else { return nil }
        let seen = runs.map { "\(runsSeen) of \(counted($0.count, "run"))" } ?? counted(runsSeen, "run")
        let amount = unit == .objects ? counted(count, "object") : unit.description(of: count)
        return seen + (count > 0 ? ", \(amount)" : "")
    }

    /// Returns the first and the last run with the finding, and the number of machines, among merged runs.
    ///
    /// For example `2026-01-02 03:04, last 2026-01-24 11:00, on 5 of 8 machines`; `nil` in the report of a single run.
    func historyDescription(in runs: [Shard]?) -> String? {
        guard let runs, !occurrences.isEmpty else { return nil }
        let ids = Set(occurrences.map(\.shard))
        let seen = runs.filter { ids.contains($0.id) }.byStart
        guard let first = seen.first, let last = seen.last else { return nil }
        let (places, all) = (Set(seen.map(\.place)), Set(runs.map(\.place)))
        let moments = first.startText + (first.startText == last.startText ? "" : ", last \(last.startText)")
        let only = places.count == 1 ? places.first : nil
        return moments
            + (all.count == 1 ? "" : only.map { ", only on \($0)" } ?? ", on \(places.count) of \(all.count) machines")
    }

    /// The label of the type, or `nil` for a name that the program chose.
    var label: String? { tier == .heap || key.name == key.type ? HeapType(described: key.name).label : nil }

    var origin: String { oneLine(key.site.description) }
    /// The origin, or `nil` if no allocation was seen, as in an inspection from outside.
    var knownOrigin: String? { key.site == .unknown ? nil : origin }

    func lateTime(unicode: Bool = true) -> String? { lateSeconds.map { timeText($0, unicode: unicode) } }

    func hint(unicode: Bool = true) -> String {
        let isHeap = tier == .heap
        switch verdict {
        case .leak: return "Every \(round) leaves more."
        case .suspect:
            return isHeap
                ? "Every \(round) leaves more; without allocation stacks it may be growth by design of a library."
                : "Too few resets to distinguish a leak from a cache: run more pairs or a soak."
        case .filling:
            return
                "Probably no leak: a store or pool that is not full yet, as its growth slows down or comes in few steps. "
                + wayToFill
        case .retained:
            return isHeap
                ? "Bounded, perhaps a cache: their number does not grow with the \(rounds)."
                : "Bounded, perhaps a cache. If meant to stay, track it with .process(reason:)."
        case .late:
            let time = lateTime(unicode: unicode).map { ", after \($0)" } ?? ""
            return "Released while settling\(time): not a leak, nothing to do."
        case .expected:
            let words = isHeap ? "Known growth" : "Meant to stay"
            if case .process(let reason) = key.lifetime { return "\(words): \(oneLine(reason))" }
            return "\(words)."
        }
    }

    /// The generations of birth: `50 in generations 1-50, the oldest outlived 50 resets`. Tests have none.
    var birthsDescription: String? {
        // The cycles of a run of routes are blocks of requests.
        guard !isOfTests, routes == nil, let first = births.first?.generation, let last = births.last?.generation else {
            return nil
        }
        // `live` has a number for each ended generation. Objects born in a cycle should end with the next.
        let age = max(live.count - first + (tier == .registry ? 1 : 0), 1)
        let noun = tier == .registry ? "generation" : "cycle"
        let range = first == last ? "\(noun) \(first)" : "\(noun)s \(first)-\(last)"
        let oldest = first == last ? "outlived" : "the oldest outlived"
        return "\(countInRun) in \(range), \(oldest) \(OutliveReport.counted(age, tier.round))"
    }

    /// Returns the number of live objects after each reset: `1 2 3 4 5 6 7 8 … 47 48 49 50`.
    func seriesDescription(mark: String = "…") -> String {
        let counts = live.map(String.init)
        let shown: [String] = counts.count <= 14 ? counts : Array(counts.prefix(8)) + [mark] + counts.suffix(4)
        return shown.joined(separator: " ") + (warmup > 0 ? " (first \(warmup): warm-up)" : "")
    }

    /// Returns the reason why the growth is by design, and the versions it was seen with, or `nil` if it is not known.
    ///
    /// - Parameter toolchain: The version of Swift of the run, which the text mentions if the growth was not seen with it.
    func libraryReason(toolchain: String?) -> String? {
        guard let library else {
            guard verdict == .expected, case .process(let reason) = key.lifetime else { return nil }
            return oneLine(reason)
        }
        let versions = library.toolchains.map(oneLine).joined(separator: ", ")
        let other = toolchain.flatMap {
            library.toolchains.contains($0) ? nil : ", not with \(oneLine($0)) of this run"
        }
        return "\(oneLine(library.reason)) (\(oneLine(library.library)), seen with Swift \(versions) on "
            + "\(oneLine(library.system))\(other ?? ""))"
    }
}
