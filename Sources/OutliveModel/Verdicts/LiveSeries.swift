/// The number of live objects of one key after each cycle: L(1) to L(n) of the verdict rules.
public struct LiveSeries: Hashable, Sendable {
    /// The fewest measured cycles, and the fewest rises, that a leak is declared on.
    public static let risesForLeak = 3

    /// Distinct live objects from ended generations after each cycle, the warm-up cycles first.
    public var counts: [Int]
    /// How many of the first counts are warm-up.
    public var warmup: Int
    /// Whether objects of the key went away while settling in any cycle.
    public var freedLate: Bool

    /// Makes a series.
    ///
    /// - Parameters:
    ///   - counts: one number per cycle, in order.
    ///   - warmup: how many of them are warm-up; clamped to the number of cycles.
    ///   - freedLate: whether settling saw objects go away.
    public init(counts: [Int], warmup: Int = 0, freedLate: Bool = false) {
        self.counts = counts
        self.warmup = min(max(warmup, 0), counts.count)
        self.freedLate = freedLate
    }

    /// The counts after warm-up.
    public var measured: ArraySlice<Int> { counts.dropFirst(warmup) }

    /// The most objects that were alive after any warm-up cycle; 0 without warm-up.
    public var warmupMaximum: Int { counts.prefix(warmup).max() ?? 0 }

    /// How many measured cycles ended with more live objects than the cycle before them and than any of the warm-up.
    ///
    /// A store that empties and fills again below its warm-up maximum moves, but does not rise.
    public var rises: Int {
        let maximum = warmupMaximum
        var previous = counts.prefix(warmup).last ?? 0
        var rises = 0
        for count in measured {
            if count > max(previous, maximum) { rises += 1 }
            previous = count
        }
        return rises
    }

    /// Whether the count, once above the warm-up maximum, came back to it.
    public var fellBack: Bool {
        let maximum = warmupMaximum
        var above = false
        for count in measured {
            if count > maximum { above = true } else if above { return true }
        }
        return false
    }

    /// The verdict, or nil when nothing outlived a reset.
    ///
    /// The rules, in order: declared for the process: `expected`. Nothing alive after any cycle: `late`, or nil.
    /// Fewer than three measured cycles: `suspect`. At least three rises and no return to the warm-up maximum:
    /// `leak`. Otherwise `retained`. Only rises above the warm-up maximum count.
    ///
    /// - Complexity: O(cycles).
    public func verdict(lifetime: Lifetime) -> Verdict? {
        let survived = counts.contains { $0 > 0 }
        if case .process = lifetime { return survived ? .expected : nil }
        guard survived else { return freedLate ? .late : nil }
        guard measured.count >= Self.risesForLeak else { return .suspect }
        return rises >= Self.risesForLeak && !fellBack ? .leak : .retained
    }
}
