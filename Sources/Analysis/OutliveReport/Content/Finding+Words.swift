internal import OutliveModel

extension Tier {
    /// The round that the findings of a tier are counted over. Cycles of the heap tier need no reset.
    var round: String { self == .registry ? "reset" : "cycle" }

    /// The event at the site: `registered` or `allocated`.
    var made: String { self == .registry ? "registered" : "allocated" }
}

extension Finding {
    /// Returns the meaning of the verdict in a sentence.
    ///
    /// - Parameter settled: The time until the last late object was released, in words.
    func hint(settled: String?) -> String {
        let isHeap = tier == .heap
        switch verdict {
        case .leak: return "Every \(tier.round) leaves more."
        case .suspect:
            return isHeap
                ? "Every cycle leaves more; only stacks show whether a library keeps it: see --frames."
                : "Too few resets to distinguish a leak from a cache: run more pairs or a soak."
        case .retained:
            return isHeap
                ? "Bounded, perhaps a cache: their number does not grow with the cycles."
                : "Bounded, perhaps a cache. If meant to stay, track it with .process(reason:)."
        case .late:
            let time = settled.map { ", after \($0)" } ?? ""
            return "Released while settling\(time): not a leak, nothing to do."
        case .expected:
            let words = isHeap ? "Known growth" : "Meant to stay"
            if case .process(let reason) = key.lifetime { return "\(words): \(oneLine(reason))" }
            return "\(words)."
        }
    }

    /// The generations of birth: `50 in generations 1-50, the oldest outlived 50 resets`.
    var birthsInWords: String? {
        guard let first = births.first?.generation, let last = births.last?.generation else { return nil }
        // `live` has a number for each ended generation. Objects born in a cycle should end with the next.
        let age = max(live.count - first + (tier == .registry ? 1 : 0), 1)
        let noun = tier == .registry ? "generation" : "cycle"
        let range = first == last ? "\(noun) \(first)" : "\(noun)s \(first)-\(last)"
        let oldest = first == last ? "outlived" : "the oldest outlived"
        return "\(countInRun) in \(range), \(oldest) \(OutliveReport.counted(age, tier.round))"
    }

    /// Returns the number of live objects after each reset: `1 2 3 4 5 6 7 8 … 47 48 49 50`.
    ///
    /// - Parameter mark: The sign for omitted numbers.
    func seriesInWords(mark: String = "…") -> String {
        let shown =
            live.count <= 14
            ? live.map(String.init)
            : live.prefix(8).map(String.init) + [mark] + live.suffix(4).map(String.init)
        return shown.joined(separator: " ") + (warmup > 0 ? " (first \(warmup): warm-up)" : "")
    }
}
