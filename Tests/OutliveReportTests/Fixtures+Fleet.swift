import OutliveModel

@testable import OutliveReport

extension Report {
    /// Runs of four hosts on five days: the leak begins on the third day, on two of them.
    static var fleet: Report {
        let runs = (0..<5).flatMap { day in
            (0..<4).map { host -> Report in
                var report = day >= 2 && host % 2 == 1 ? Report.leaking : Report.clean
                report.startedAt = "2026-01-0\(day + 2)T0\(host):04:05Z"
                report.host = "ci-runner-0\(host)"
                return report
            }
        }
        return runs.dropFirst().reduce(runs[0].asMerged) { $0.merged(with: $1.asMerged) }
    }
}

extension FleetHistory {
    /// The history of `Report.fleet`.
    static var fleet: FleetHistory {
        FleetHistory(Presentation(.fleet).causes, in: Report.fleet.shards)!
    }
}
