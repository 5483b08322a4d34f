/// The number of live objects of one key after each cycle: L(1) to L(n) of the verdict rules.
package struct LiveSeries: Hashable, Sendable {
    /// The minimum number of measured cycles, and of rises, for the verdict `leak`.
    package static let risesForLeak = 3
    /// The minimum number of measured cycles from which on a leak has to grow in the last third.
    private static let cyclesForEnd = 9

    /// The number of distinct live objects from ended generations after each cycle, warm-up first.
    package var counts: [Int]
    package var warmup: Int
    /// `true` if objects of the key were released during settling in any cycle.
    package var freedLate: Bool

    /// Creates a series.
    ///
    /// - Parameters:
    ///   - counts: one number per cycle, in order.
    ///   - warmup: the number of warm-up cycles; clamped to the number of cycles.
    ///   - freedLate: `true` if objects were released during settling.
    package init(counts: [Int], warmup: Int = 0, freedLate: Bool = false) {
        self.counts = counts
        self.warmup = min(max(warmup, 0), counts.count)
        self.freedLate = freedLate
    }

    package var measured: ArraySlice<Int> { counts.dropFirst(warmup) }
    /// The maximum number of live objects after any warm-up cycle; 0 without warm-up.
    package var warmupMaximum: Int { counts.prefix(warmup).max() ?? 0 }

    /// The number of measured cycles that ended with more live objects than the previous cycle and any warm-up cycle.
    ///
    /// A store that empties and fills again below its warm-up maximum does not rise.
    package var rises: Int {
        let maximum = warmupMaximum
        var previous = counts.prefix(warmup).last ?? 0
        var rises = 0
        for count in measured {
            if count > max(previous, maximum) { rises += 1 }
            previous = count
        }
        return rises
    }

    /// `true` if the count exceeded the warm-up maximum and later returned to it.
    package var fellBack: Bool {
        let maximum = warmupMaximum
        var above = false
        for count in measured {
            if count > maximum { above = true } else if above { return true }
        }
        return false
    }

    /// `true` if the maximum of the last third of the measured cycles exceeds all earlier ones.
    ///
    /// Fewer than nine measured cycles do not show the end of growth.
    private var growsToTheEnd: Bool {
        guard measured.count >= Self.cyclesForEnd else { return true }
        let third = measured.count / 3
        return (measured.suffix(third).max() ?? 0) > (measured.dropLast(third).max() ?? 0)
    }

    /// Returns the verdict, or `nil` if nothing outlived a reset.
    ///
    /// The rules, in order: a component declared for the process is `expected`. If nothing is alive after any cycle,
    /// the verdict is `late` or `nil`. Fewer than three measured cycles give `suspect`. At least three rises without a
    /// return to the warm-up maximum give `leak`, and all else `retained`. Only rises above the warm-up maximum count.
    ///
    /// - Parameter toTheEnd: `true` if a leak of nine or more measured cycles has to reach a new maximum in their last
    ///   third; a store that has filled up does not.
    package func verdict(lifetime: Lifetime, toTheEnd: Bool = true) -> Verdict? {
        let survived = counts.contains { $0 > 0 }
        if case .process = lifetime { return survived ? .expected : nil }
        guard survived else { return freedLate ? .late : nil }
        guard measured.count >= Self.risesForLeak else { return .suspect }
        return rises >= Self.risesForLeak && !fellBack && (!toTheEnd || growsToTheEnd) ? .leak : .retained
    }
}

extension LiveSeries {
    /// Returns `true` if growth slows down, as in a cache that is still filling.
    ///
    /// The last third of the numbers adds less than half of what the first third adds.
    package static func slows(_ live: ArraySlice<Int>) -> Bool {
        // In floating point, because the counts of a file may have any value.
        let measured = live.map(Double.init)
        let third = measured.count / 3
        guard third >= 2, let first = measured.first, let last = measured.last else { return false }
        let early = measured[third] - first
        let late = last - measured[measured.count - 1 - third]
        return late * 2 < early
    }
}

/// A judgement on components that outlived a reset.
package enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// The number of objects grew in at least three measured cycles, in a long run to its end, and never fell back.
    case leak
    /// Objects survived, but too few cycles were measured to distinguish growth from a bounded store.
    case suspect
    /// The number of objects grew, but as in a store or pool that has a bound and is not full: probably no leak.
    case filling
    /// Objects survive in bounded number, as in a cache or a current session.
    case retained
    /// The objects were released during settling by queued work, so they are no leak.
    case late
    /// The components are declared to live as long as the process, or the growth is by design of a library.
    case expected
}
