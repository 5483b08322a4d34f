import OutliveModel
import OutliveReport

extension Report {
    /// Three runs on two machines: one that leaks, one on the other machine that leaks more and is faster, and one that
    /// failed.
    static var merged: Report { mergedRuns.dropFirst().reduce(mergedRuns[0].asMerged) { $0.merged(with: $1.asMerged) } }

    /// The runs that it is of.
    static var mergedRuns: [Report] {
        var leaking = Report.leaking
        leaking.toolchain = "6.3.1"
        var other = Report.leaking
        other.startedAt = "2026-01-02T03:09:11Z"
        other.machine = .other
        other.toolchain = "6.2"
        other.comparison = Comparison(
            pairs: 20, launch: .around(5.84, spread: 0.041), launchStop: .around(0.11, spread: 0.004),
            launchStart: .around(5.73, spread: 0.04), reset: .around(0.0947, spread: 0.0011), ratio: 61.668,
            interval: Interval(lower: 60.1, upper: 63.2))
        // The registry saw the session twice as often, and no suspect.
        other.findings = other.findings.filter { $0.verdict != .suspect }
        other.findings[0].births = (1...72).map { Birth(generation: $0, count: 2) }
        other.findings[0].live = (1...72).map { 2 * $0 }
        other.stateDifferences = [
            StateDifference(
                cycle: 3, occurrences: 70, expected: "notes: 12\nuser: none\n", actual: "notes: 12\nuser: al\n")
        ]
        var failed = Report.failed
        failed.machine = .other
        failed.startedAt = "2026-01-02T03:15:00Z"
        return [leaking, other, failed]
    }
}

extension Machine {
    /// A machine other than that of the single reports.
    static var other: Machine {
        Machine(
            system: "Ubuntu 24.04 LTS", architecture: "aarch64", processor: nil, processors: 8,
            memoryBytes: 32_000_000_000)
    }
}
