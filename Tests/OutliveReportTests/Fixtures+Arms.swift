import OutliveModel

extension Report {
    /// A run of three named arms: one misses its gate and leaves a variable behind.
    static var arms: Report { arms(3) }

    /// A run of two to five named arms.
    static func arms(_ count: Int) -> Report {
        let arms: [(arm: PlannedArm, seconds: Double)] = [
            (PlannedArm(name: Arm(rawValue: "relaunch"), trigger: "relaunch"), 0.248),
            (
                PlannedArm(
                    name: Arm(rawValue: "template"), trigger: "exec:{here}/reset {dir}", done: "exit",
                    minimumSpeedup: 5), 0.0871
            ),
            (PlannedArm(name: Arm(rawValue: "truncate"), trigger: "exec:{here}/truncate {dir}", done: "exit"), 0.0262),
            (PlannedArm(name: Arm(rawValue: "spare"), trigger: "spare"), 0.000_41),
            (PlannedArm(name: Arm(rawValue: "without-fsync"), trigger: "launch:{here}/launch {dir} -F"), 0.251),
        ]
        let used = Array(arms.prefix(count))
        var report = Report(
            toolVersion: "0.1.0", startedAt: "2026-01-02T03:04:05Z", machine: Report.clean.machine,
            plan: Plan(
                launch: "{here}/launch {dir}", ready: "line:ready to accept connections",
                reset: "exec:{here}/reset {dir}", done: "exit", arms: used.map(\.arm), probe: "exec:{here}/probe {dir}",
                soak: 0, seed: 42))
        let times = used.map { arm, seconds in
            let isLaunch = arm.kind == .relaunch || arm.kind == .otherLaunch
            return ArmTimes(
                arm: arm.name, total: .around(seconds, spread: seconds / 20),
                stop: isLaunch ? .around(0.1 * seconds, spread: seconds / 100) : nil,
                start: isLaunch ? .around(0.9 * seconds, spread: seconds / 25) : nil)
        }
        let others = times.indices.dropFirst()
        let pairs =
            others.map { (0, $0) } + others.flatMap { first in others.filter { $0 > first }.map { (first, $0) } }
        let ratios = pairs.map { above, below in
            let ratio = times[above].total.median / times[below].total.median
            return ArmRatio(
                base: times[above].arm, arm: times[below].arm, ratio: ratio,
                interval: Interval(lower: 0.93 * ratio, upper: 1.08 * ratio))
        }
        report.comparison = Comparison(pairs: 20, arms: times, ratios: ratios)
        report.samples = (0..<20).flatMap { block in
            used.enumerated().map { place, arm in
                let factor = 1 + 0.05 * Double((block * 7 + place * 3) % 11 - 5) / 5
                return Sample(
                    arm: arm.arm.name, order: block * count + place, pair: block, seconds: arm.seconds * factor)
            }
        }
        let checks = FidelityCheck.allCases.filter { $0 != .types }
        var fidelity = Fidelity(
            resets: 22, launches: 24, results: checks.map { FidelityResult(check: $0) },
            arms: used.dropFirst().map { ArmFidelity(arm: $0.arm.name, resets: 22, compared: checks) })
        let subject = used[min(2, count - 1)].arm.name
        fidelity.add(
            .environment,
            FidelityDifference(arm: subject, subject: "LC_ALL", launched: nil, reset: "C", firstCycle: 1))
        report.fidelity = fidelity
        return report
    }
}
