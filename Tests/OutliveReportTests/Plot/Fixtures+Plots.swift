import OutliveModel

@testable import OutliveReport

extension Report {
    /// The leaking service with every single measurement: two pairs of warm-up, twenty that count, an outlier and a
    /// fallback; a gate that is passed; and a soak with a fallback and cycles whose memory could not be read.
    static var measured: Report {
        var random = Random(state: 7)
        var report = Report.leaking
        report.plan.minimumSpeedup = 5
        report.samples = (0..<22).flatMap { place -> [Sample] in
            let isWarmup = place < 2
            let pair = isWarmup ? place : place - 2
            let fellBack = place == 15
            let launch = 0.7 + Double.random(in: -0.03...0.03, using: &random) + (isWarmup ? 0.2 : 0)
            let reset = 0.094 + Double.random(in: -0.003...0.004, using: &random) + (place == 9 ? 0.036 : 0)
            return [
                Sample(
                    arm: .launch, order: 2 * place, pair: pair, warmup: isWarmup, seconds: launch, stopSeconds: 0.012,
                    startSeconds: launch - 0.012),
                Sample(
                    arm: .reset, order: 2 * place + 1, pair: pair, warmup: isWarmup,
                    seconds: fellBack ? 0.83 : reset, fellBack: fellBack, outlier: place == 9 || fellBack),
            ]
        }
        report.soak = report.soak.map { cycle in
            var cycle = cycle
            cycle.seconds = 0.094 + Double.random(in: -0.003...0.003, using: &random)
            if cycle.cycle == 9 { (cycle.fellBack, cycle.seconds) = (true, 0.81) }
            if (20...23).contains(cycle.cycle) { cycle.vitals = nil }
            cycle.liveComponents = 9 + (cycle.cycle < 9 ? cycle.cycle : cycle.cycle - 9)
            return cycle
        }
        report.fallbacks = 2
        report.findings[2].known = KnownLeak(
            match: KnownLeakMatch(type: "NoteService.Cache*"), reason: "bounded by design")
        return report
    }

    /// A soak of many cycles: memory rises and is freed, and descriptors grow.
    static func soaked(cycles: Int) -> Report {
        var random = Random(state: 3)
        var report = Report.clean
        report.soak = (1...cycles).map { cycle in
            SoakCycle(
                cycle: cycle,
                seconds: 0.05 + Double.random(in: 0...0.01, using: &random)
                    + (cycle % 997 == 0 ? 0.2 : 0),
                vitals: Vitals(
                    residentBytes: 48_000_000 + cycle % 700 * 9_000 + Int.random(in: 0...40_000, using: &random),
                    threads: 6 + (cycle % 40 == 0 ? 1 : 0), descriptors: 14 + cycle / 300))
        }
        report.slopes[4] = Slope(
            metric: .descriptors, perCycle: 1 / 300, interval: Interval(lower: 0.003, upper: 0.0036),
            minimumEffect: 5 / Double(cycles), cycles: cycles * 4 / 5)
        return report
    }

    /// The runs of five machines: one has too few pairs, one no ratio, one a reset that is slower.
    static var ranOnFiveMachines: Report {
        var report = Report.clean
        let comparison = report.comparison
        let plan = report.plan
        report.soak = []
        report.comparison = nil
        let run = report.asMerged(summary: "").shards[0]
        func shard(_ index: Int, _ processor: String?, _ comparison: Comparison?) -> Shard {
            var machine = report.machine
            machine.processor = processor
            machine.processors = 2 << index
            var plan = plan
            plan.minimumSpeedup = index == 1 ? 5 : nil
            var shard = run
            (shard.id, shard.startedAt) = ("\(index)", "2026-01-0\(index + 1)T03:04:05Z")
            (shard.machine, shard.plan, shard.comparison) = (machine, plan, comparison)
            return shard
        }
        func compared(_ ratio: Double, _ interval: Interval?) -> Comparison? {
            var other = comparison
            other?.ratio = ratio
            other?.interval = interval
            return other
        }
        report.shards = [
            shard(0, "Example CPU at 2.40 GHz", comparison),
            shard(
                1, "Example CPU with a long name, second generation, at 3.10 GHz",
                compared(6.1, Interval(lower: 4.2, upper: 8.8))),
            shard(2, nil, compared(5.4, nil)),
            shard(3, "Example CPU at 1.80 GHz", nil),
            shard(4, "Small Example CPU", compared(0.71, Interval(lower: 0.52, upper: 0.97))),
        ]
        return report
    }
}
