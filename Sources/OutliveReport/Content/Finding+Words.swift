internal import OutliveModel

extension Tier {
    /// What the findings of a tier are counted over: the heap tier's cycles need no reset.
    var round: String { self == .registry ? "reset" : "cycle" }
}

extension Finding {
    /// What to do about it, in a sentence.
    ///
    /// - Parameter settled: how long the last of them took to go away, in words.
    func hint(settled: String?) -> String {
        tier == .registry ? registryHint(settled: settled) : heapHint
    }

    private var heapHint: String {
        switch verdict {
        case .leak:
            return cause(of: "Every cycle leaves more")
                ?? "Every cycle leaves more: find what refers to it, and let go."
        case .suspect: return "Every cycle leaves more; only stacks tell whether a library keeps it: see --frames."
        case .retained: return "Bounded, perhaps a cache: their number does not grow with the cycles."
        case .late: return "Let go of while settling: not a leak, nothing to do."
        case .expected:
            if case .process(let reason) = key.lifetime { return "Known growth: \(oneLine(reason))" }
            return "Known growth."
        }
    }

    private func registryHint(settled: String?) -> String {
        switch verdict {
        case .leak:
            return cause(of: "Every reset leaves more")
                ?? "Every reset leaves more: find who refers to it and let go in teardown."
        case .suspect: return "Too few resets to tell a leak from a cache: run more pairs or a soak."
        case .retained: return "Bounded, perhaps a cache. If meant to stay, track it with .process(reason:)."
        case .late: return "Let go of while settling, after \(settled ?? "some time"): not a leak, nothing to do."
        case .expected:
            if case .process(let reason) = key.lifetime { return "Meant to stay: \(oneLine(reason))" }
            return "Meant to stay."
        }
    }

    /// What happens and why, where that is known; see `causeInWords`.
    private func cause(of effect: String) -> String? {
        causeInWords.map { "\(effect), \($0)." }
    }

    /// `50 in generations 1-50, the oldest outlived 50 resets`.
    var birthsInWords: String? {
        guard let first = births.first?.generation, let last = births.last?.generation else { return nil }
        // The series has a number for every generation that ended; what is born in a cycle is to end with the next.
        let age = max(live.count - first + (tier == .registry ? 1 : 0), 1)
        let noun = tier == .registry ? "generation" : "cycle"
        let range = first == last ? "\(noun) \(first)" : "\(noun)s \(first)-\(last)"
        let oldest = first == last ? "outlived" : "the oldest outlived"
        return "\(countInRun) in \(range), \(oldest) \(OutliveReport.counted(age, tier.round))"
    }

    /// The live objects after each reset: `1 2 3 4 5 6 7 8 … 47 48 49 50`.
    ///
    /// - Parameter mark: what stands for those left out.
    func seriesInWords(mark: String = "…") -> String {
        let shown =
            live.count <= 14
            ? live.map(String.init)
            : live.prefix(8).map(String.init) + [mark] + live.suffix(4).map(String.init)
        return shown.joined(separator: " ") + (warmup > 0 ? " (first \(warmup): warm-up)" : "")
    }
}
