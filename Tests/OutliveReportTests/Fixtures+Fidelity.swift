import OutliveModel

extension Report {
    /// A clean run whose state was compared, with one difference that was declared and a gate that was passed.
    static var equivalent: Report {
        var report = Report.clean
        report.plan.minimumSpeedup = 5
        report.plan.expected = [
            ExpectedDifference(check: .threads, pattern: "worker-*", reason: "the pool grows up to 4"),
            ExpectedDifference(check: .locale, reason: "set by the first request"),
        ]
        // Without the heap tier.
        let checks = FidelityCheck.allCases.filter { $0 != .types }
        var fidelity = Fidelity(resets: 72, launches: 3, results: checks.map { FidelityResult(check: $0) })
        fidelity.add(
            .threads,
            FidelityDifference(
                subject: "worker-3", launched: nil, reset: "1", firstCycle: 4, reason: "the pool grows up to 4"))
        report.fidelity = fidelity
        return report
    }

    /// A run after which descriptors, an environment variable and the probe's output differ from those of a launch.
    static var differing: Report {
        var report = Report.equivalent
        report.plan.minimumSpeedup = 9
        report.stateDifferences = [
            StateDifference(
                cycle: 3, occurrences: 70, expected: "notes: 12\nuser: none\n", actual: "notes: 12\nuser: al\n")
        ]
        report.fidelity?.add(
            .probe, FidelityDifference(subject: "", launched: "notes", reset: "notes", firstCycle: 3))
        report.fidelity?.add(
            .descriptors,
            FidelityDifference(subject: "file /var/log/note-service.log", launched: "1", reset: "73", firstCycle: 1))
        report.fidelity?.add(
            .descriptors, FidelityDifference(subject: "socket", launched: "2-4", reset: "75", firstCycle: 12))
        let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/example/tools/bin"
        report.fidelity?.add(
            .environment,
            FidelityDifference(
                subject: "PATH", launched: "\(path):\(path)", reset: "\(path):\(path):/tmp/plugin/bin", firstCycle: 2))
        report.fidelity?.add(
            .environment, FidelityDifference(subject: "LC_ALL", launched: nil, reset: "", firstCycle: 3))
        return report
    }
}

extension Report {
    /// A run after which statics differ, one of them with the line that declares it.
    static var changedStatics: Report {
        var report = Report.clean
        report.plan.probe = nil
        report.fidelity = Fidelity(resets: 72, launches: 3, results: [FidelityResult(check: .state)])
        let line = SourceLine(file: "/home/user/projects/server/Sources/Server/Flags_beta.swift", line: 12)
        report.fidelity?.add(
            .state,
            FidelityDifference(
                subject: "static Flags.beta", launched: "false", reset: "true", firstCycle: 1, line: line))
        report.fidelity?.add(
            .state,
            FidelityDifference(
                subject: "Cache.shared.entries", launched: "0 entries", reset: "14 entries", firstCycle: 3))
        return report
    }
}

extension Fidelity {
    /// Adds a difference to the result of a check.
    mutating func add(_ check: FidelityCheck, _ difference: FidelityDifference) {
        results[results.firstIndex { $0.check == check }!].differences.append(difference)
    }
}
