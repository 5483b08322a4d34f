internal import OutliveModel

/// The comparison of the state after the resets with that after a launch, in the terms of all formats.
struct FidelityVerdict {
    typealias Row = (check: FidelityCheck, difference: FidelityDifference)

    /// The checks that were made, in the order of `FidelityCheck`.
    let compared: [FidelityCheck]
    /// The checks that found undeclared differences.
    let differing: [FidelityCheck]
    /// The undeclared differences by check, without the probe's if the report has them as texts.
    let differences: [FidelityCheck: [FidelityDifference]]
    let expected: [Row]
    /// The statement that nothing showed what resets reset, or `nil` if something did.
    let unshown: String?
    /// The arms, in the order of the plan; empty in a run of one trigger.
    let arms: [ArmResult]
    /// The number of resets and launches: `compared after 72 resets with 3 fresh launches`.
    let basis: String

    struct ArmResult: Hashable {
        let name: Arm
        let resets: Int
        let compared: Int
        let differing: Int

        /// The number of equal checks: `17 of 17`.
        var result: String { "\(compared - differing) of \(compared)" }
    }

    /// Creates the verdict, or returns `nil` if nothing was compared.
    init?(_ report: Report) {
        guard let fidelity = report.fidelity else { return nil }
        let probeDiffers = !report.stateDifferences.isEmpty
        let made = Set(fidelity.results.map(\.check))
        let failing = Set(fidelity.failing.map(\.check))
        compared = FidelityCheck.allCases.filter { made.contains($0) || $0 == .probe && probeDiffers }
        guard !compared.isEmpty else { return nil }
        differing = compared.filter { failing.contains($0) || $0 == .probe && probeDiffers }
        differences = fidelity.failing.reduce(into: [:]) { all, result in
            if result.check == .probe, probeDiffers { return }
            all[result.check, default: []] += result.differences.filter { $0.reason == nil }
        }
        expected = fidelity.results.flatMap { result in
            result.differences.filter { $0.reason != nil }.map { (result.check, $0) }
        }
        let order = report.plan.comparedArms.map(\.name)
        arms = (fidelity.arms ?? []).sorted { first, second in
            (order.firstIndex(of: first.arm) ?? order.count) < (order.firstIndex(of: second.arm) ?? order.count)
        }.map { ArmResult($0, report) }
        unshown = report.unshownResetsStatement
        let launches = counted(fidelity.launches, "fresh launch", "fresh launches")
        let resets =
            arms.isEmpty
            ? counted(fidelity.resets, "reset")
            : arms.map { "\(counted($0.resets, "start")) of \($0.name.words)" }.joined(separator: ", ")
        basis = "compared after \(resets) with \(launches)"
    }

    var undeclared: [Row] { differing.flatMap { check in (differences[check] ?? []).map { (check, $0) } } }

    /// `true` if no check differs, and something showed that there was anything to reset.
    var isEquivalent: Bool { differing.isEmpty && unshown == nil }

    private var name: String { arms.first?.name.words ?? "reset" }

    /// The verdict in a sentence: `reset is equivalent to relaunch: 17 of 17 checks`.
    var sentence: String {
        result + (expected.isEmpty ? "" : ", \(counted(expected.count, "difference")) expected")
    }

    private var result: String {
        let checks = counted(compared.count, "check")
        if differing.isEmpty {
            if let unshown { return "\(unshown); \(compared.count) of \(checks) of the process are equal" }
            let subject = arms.count > 1 ? "all arms are" : "\(name) is"
            return "\(subject) equivalent to relaunch: \(compared.count) of \(checks)"
        }
        guard arms.count > 1 else { return "\(name) differs from relaunch in \(differing.count) of \(checks)" }
        let unlike = arms.filter { $0.differing > 0 }.map { "\($0.name.words) differs in \($0.differing)" }
        return "not all arms are equivalent to relaunch: \(unlike.joined(separator: ", ")) of \(checks)"
    }
}

extension FidelityVerdict.ArmResult {
    fileprivate init(_ arm: ArmFidelity, _ report: Report) {
        let failing = (report.fidelity?.failing ?? []).filter { result in
            result.differences.contains { $0.reason == nil && $0.arm == arm.arm }
        }
        let probe = report.stateDifferences.contains { $0.arm == arm.arm } ? [FidelityCheck.probe] : []
        name = arm.arm
        resets = arm.resets
        compared = Set(arm.compared + probe).count
        differing = Set(failing.map(\.check) + probe).count
    }
}

extension FidelityDifference {
    /// The subject, after the name of the arm if the arms have names.
    var fullSubject: String { (arm.map { "\($0.words): " } ?? "") + subject }

    /// The line that declares the variable: `declared at Flags.swift:12`.
    var declaration: String? { line.map { "declared at \(oneLine($0.description))" } }

    /// The part of a cycle that leaves the value, with the declaration: `set by rebuild/cache, declared at A.swift:12`.
    var origin: String? {
        let parts = [part.map { "set by \($0 == "work" ? "the work" : oneLine($0))" }, declaration].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The maximum length of a shown value, in characters. The JSON report has the whole value.
    private static let longest = 160

    /// Returns the value after a launch and after the resets, long ones from shortly before the first difference.
    func values(mark: String = "…") -> (launched: String, reset: String) {
        let isLong = max(launched?.utf8.count ?? 0, reset?.utf8.count ?? 0) > Self.longest
        let common = isLong ? zip(launched ?? "", reset ?? "").prefix { $0 == $1 }.count : 0
        let skipped = max(common - Self.longest / 4, 0)
        func shown(_ value: String?) -> String {
            guard let value else { return "absent" }
            let text = (skipped > 0 ? mark : "") + printable(value.dropFirst(skipped).prefix(Self.longest))
            let whole = elided(text, to: Self.longest, .tail, mark: mark)
            return whole.isEmpty || whole.contains(" ") ? "'\(whole)'" : whole
        }
        return (shown(launched), shown(reset))
    }

    private func name(mark: String) -> String {
        subject.isEmpty ? "" : "\(elided(oneLine(fullSubject), to: Self.longest, .middle, mark: mark)): "
    }

    /// Returns the values alone in one line: `static Flags.beta: false -> true`
    func change(arrow: String = "→", mark: String = "…") -> String {
        let values = values(mark: mark)
        return "\(name(mark: mark))\(values.launched) \(arrow) \(values.reset)"
    }

    /// Returns the difference in one line.
    ///
    /// `file /var/log/app.log: 1 at launch -> 73 after the resets, since reset 2`, for a variable with its declaration
    func words(arrow: String = "→", mark: String = "…") -> String {
        let values = values(mark: mark)
        let name = name(mark: mark)
        return
            "\(name)\(values.launched) at launch \(arrow) \(values.reset) after the resets, since reset \(firstCycle)"
            + (origin.map { ", \($0)" } ?? "")
    }
}

extension StateDifference {
    /// The resets with the difference: `first seen after reset 3, and after 18 resets in all`.
    var occurrencesDescription: String {
        let name = arm.map { "arm \($0.words): " } ?? ""
        return "\(name)first seen after reset \(cycle), and after \(counted(occurrences, "reset")) in all"
    }
}
