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
