import OutliveModel

extension Report {
    /// A reset that was not acknowledged, on one instance, before anything was measured.
    static var failed: Report {
        var report = Report.bare
        report.isolation = .oneAtATime
        report.plan.soak = 0
        report.failures = [
            Failure(
                .resetFailed,
                "the reset of instance 1 was not acknowledged in 30 s: see what it printed, or raise --timeout",
                output: "starting\n\u{1B}[31mboom\u{1B}[0m\n\tat line 9\n\n"),
            Failure(.harness, "the report could not be written:\nno space left"),
        ]
        return report
    }

    /// Resets that all failed, in pairs and in the soak, with a gate.
    static var unresettable: Report {
        var report = Report.bare
        report.plan.minimumSpeedup = 1.5
        report.samples = (0..<6).flatMap { pair in
            [
                Sample(arm: .launch, order: 2 * pair, pair: pair, seconds: 0.4, stopSeconds: 0.1, startSeconds: 0.3),
                Sample(arm: .reset, order: 2 * pair + 1, pair: pair, seconds: 18.6, fellBack: true),
            ]
        }
        report.soak = [SoakCycle(cycle: 1, seconds: 18.6, fellBack: true)]
        report.fallbacks = 7
        report.watch = .watched
        report.failures = [
            Failure(
                .resetFailed, "the reset command 'app reset' ended with status 2: run it by hand",
                output: "usage: app reset NAME\n", printedBy: .reset)
        ]
        return report
    }

    /// Fourteen cycles of work without any reset, after which nothing had leaked.
    static var worked: Report {
        var report = Report.clean
        (report.plan.reset, report.plan.done, report.plan.probe) = (nil, nil, nil)
        (report.plan.pairs, report.plan.soak, report.plan.leaks) = (0, 14, .off)
        (report.plan.heapFrames, report.plan.fidelity, report.plan.growth) = (16, .off, .fail)
        report.watch = .off
        (report.comparison, report.ping) = (nil, nil)
        report.soak = (1...14).map { cycle in
            SoakCycle(
                cycle: cycle, seconds: nil, vitals: Vitals(residentBytes: 48_100_000, threads: 6, descriptors: 14))
        }
        report.slopes = report.slopes.filter { [.residentBytes, .descriptors].contains($0.metric) }
        report.heap = HeapSummary(cycles: (0...14).map(HeapCycle.after), frames: 16)
        return report
    }

    /// Ctrl-C after three pairs, of which one fell back, one instance at a time; the reset is slower, and a gate is missed.
    static var interruptedEarly: Report {
        var report = Report.bare
        report.isolation = .oneAtATime
        report.plan.minimumSpeedup = 1.5
        report.comparison = Comparison(
            pairs: 3, launch: .around(0.4, spread: 0.01, count: 3), launchStop: .around(0.1, spread: 0.002, count: 3),
            launchStart: .around(0.3, spread: 0.01, count: 3), reset: .around(0.52, spread: 0.02, count: 3),
            ratio: 0.4 / 0.52, interval: nil)
        report.fallbacks = 1
        report.soak = [SoakCycle(cycle: 1, seconds: 0.5, fellBack: true)]
        report.interrupted = true
        report.watch = .watched
        return report
    }

    /// A run that has just begun.
    static var bare: Report {
        let clean = Report.clean
        var plan = clean.plan
        plan.probe = nil
        plan.work = nil
        return Report(toolVersion: clean.toolVersion, startedAt: clean.startedAt, machine: clean.machine, plan: plan)
    }
}
