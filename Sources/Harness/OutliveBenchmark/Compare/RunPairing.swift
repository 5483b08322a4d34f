internal import OutliveModel

extension ReportComparison {
    /// Returns the runs of two reports, paired by identity, or else by equal machine, plan and isolation.
    ///
    /// Every run is there once: the later report's with their counterparts, then the others, each group in order of
    /// start.
    ///
    /// - Parameters:
    ///   - then: the runs of the earlier report; one if it is not merged.
    ///   - now: the runs of the later report.
    static func runs(of old: Report, _ then: [Shard], and new: Report, _ now: [Shard]) -> [ComparedRuns] {
        func compared(_ before: Shard, _ after: Shard) -> ComparedRuns {
            if let obstacle = before.obstacle(to: after) {
                return ComparedRuns(old: before, new: after, apart: obstacle)
            }
            let arms = before.plan.comparedArms.map(\.name)
            let times = (arms + [.soak]).compactMap { arm in
                change(
                    of: arm, from: (old.seconds(of: arm), before.median(of: arm)),
                    to: (new.seconds(of: arm), after.median(of: arm)))
            }
            let work = [
                change(of: .work, from: (old.seconds(\.workSeconds), nil), to: (new.seconds(\.workSeconds), nil)),
                change(
                    of: .workProcessor, from: (old.seconds(\.workProcessorSeconds), nil),
                    to: (new.seconds(\.workProcessorSeconds), nil)),
            ].compactMap(\.self)
            return ComparedRuns(old: before, new: after, times: times + work)
        }
        // Two single runs are paired in any case.
        if then.count == 1, now.count == 1 { return [compared(then[0], now[0])] }
        var left = then.sorted(by: began)
        var runs: [ComparedRuns] = []
        for run in now.sorted(by: began) {
            let index = left.firstIndex { $0.id == run.id } ?? left.firstIndex { $0.obstacle(to: run) == nil }
            runs.append(index.map { compared(left.remove(at: $0), run) } ?? ComparedRuns(old: nil, new: run))
        }
        return runs + left.map { ComparedRuns(old: $0, new: nil) }
    }

    private static func began(_ first: Shard, _ second: Shard) -> Bool {
        (first.startedAt, first.id) < (second.startedAt, second.id)
    }

    /// Compares the medians of the samples if both reports have them, else the medians of the comparisons.
    private static func change(
        of arm: Arm, from old: (samples: [Double], median: Double?), to new: (samples: [Double], median: Double?)
    ) -> TimeChange? {
        guard let was = median(of: old.samples) ?? old.median, let isNow = median(of: new.samples) ?? new.median,
            was > 0, isNow > 0
        else { return nil }
        // A constant seed, so that the same two reports give the same interval.
        var generator = SplitMix64(seed: 0x6F75_746C_6976_6521)
        return TimeChange(
            subject: arm == .launch ? .relaunch : arm, old: was, new: isNow, ratio: isNow / was,
            interval: medianRatioInterval(of: new.samples, over: old.samples, using: &generator))
    }
}

extension Shard {
    /// Returns the reason why the times of two runs cannot be compared, or `nil` if they can.
    fileprivate func obstacle(to other: Shard) -> String? {
        if machine != other.machine { return "they ran on different machines" }
        let fields: [(name: String, values: (String?, String?))] = [
            ("launch", (plan.launch, other.plan.launch)), ("ready", (plan.ready, other.plan.ready)),
            ("reset", (plan.reset, other.plan.reset)), ("done", (plan.done, other.plan.done)),
            ("work", (plan.work, other.plan.work)), ("leaks", (plan.leaks.rawValue, other.plan.leaks.rawValue)),
            ("heap", (plan.heapFrames.map(String.init), other.plan.heapFrames.map(String.init))),
        ]
        let arms = [plan, other.plan].map { $0.arms?.map { [$0.name.rawValue, $0.trigger, $0.done] } }
        if arms[0] != arms[1] { return "their plans differ in --arm" }
        if let field = fields.first(where: { $0.values.0 != $0.values.1 }) {
            return "their plans differ in --\(field.name)"
        }
        return isolation == other.isolation ? nil : "their arms were isolated in different ways"
    }

    fileprivate func median(of arm: Arm) -> Double? { comparison?.times(of: arm)?.total.median }
}

extension Report {
    /// Returns the measured times of an arm in seconds, without warm-up; none for a merged report.
    fileprivate func seconds(of arm: Arm) -> [Double] {
        samples.filter { $0.arm == arm && !$0.warmup && ($0.pair != nil || arm == .soak) }.map(\.seconds)
    }

    /// Returns a time of the judged cycles of the soak, in seconds; none for a merged report.
    fileprivate func seconds(_ time: (SoakCycle) -> Double?) -> [Double] {
        soak.judged(warmup: plan.warmup).compactMap(time)
    }
}
