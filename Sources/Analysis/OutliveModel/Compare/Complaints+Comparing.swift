extension ReportComparison {
    /// Compares the growth that fails a run in either report.
    package static func growth(from old: Report, to new: Report) -> [ComparedGrowth] {
        let (then, now) = (Set(old.failingGrowth.map(\.metric)), Set(new.failingGrowth.map(\.metric)))
        let (before, after) = (old.runs.flatMap(\.slopes), new.runs.flatMap(\.slopes))
        return Metric.allCases.filter(then.union(now).contains).map { metric in
            let change: Change
            if now.contains(metric) {
                let grew = then.contains(metric) || before.contains { $0.metric == metric && $0.grows }
                // Growth that the earlier run could not measure is new: nothing shows that it was there before.
                change = grew ? .unchanged : .new
            } else if after.contains(where: { $0.metric == metric && $0.grows }) {
                change = .unchanged
            } else {
                change = after.contains { $0.metric == metric } && !new.isPartial ? .fixed : .notCompared
            }
            return ComparedGrowth(change: change, metric: metric, fails: now.contains(metric))
        }
    }

    /// Compares the expired known leaks, if they fail the later run.
    package static func expired(from old: Report, to new: Report) -> [ComparedExpiry] {
        guard new.failsByExpiredLeaks else { return [] }
        let then = Set(old.known?.expired.map(\.withoutLine) ?? [])
        return (new.known?.expired ?? []).map {
            ComparedExpiry(change: then.contains($0.withoutLine) ? .unchanged : .new, entry: $0)
        }
    }
}

extension KnownLeak {
    fileprivate var withoutLine: KnownLeak {
        var entry = self
        entry.line = nil
        return entry
    }
}
