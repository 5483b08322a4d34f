internal import OutliveModel
internal import OutliveSupport

/// The answer to "restart or reset?", as far as a run supports one.
struct Answer {
    /// The first word of the conclusion: `Reset`, `Restart`, `Either`, `Unknown`, or the name of an arm.
    let word: String
    /// The reason, unless it is the speed, which the summary states anyway.
    var reason: String?
}

extension Presentation {
    /// The answer of a single run that compared a reset with a relaunch, or `nil` for others.
    var answer: Answer? {
        guard !isMerged, report.comparison != nil || report.unshownResets != nil else { return nil }
        if !report.failures.isEmpty { return Answer(word: "Unknown", reason: "the run failed") }
        if let advice = unshownResetsAdvice { return Answer(word: "Unknown", reason: advice) }
        guard report.plan.arms == nil else { return answerAmongArms }
        if report.stateSurvived { return Answer(word: "Restart", reason: "state survived the reset") }
        if hasFailingFindings { return Answer(word: "Restart", reason: "objects outlive the reset") }
        if !failingGrowth.isEmpty { return Answer(word: "Restart", reason: "the process grows from reset to reset") }
        guard growthHeadline == nil, let ratio = report.comparison?.leading else { return Answer(word: "Unknown") }
        guard ratio.interval != nil else { return Answer(word: "Unknown") }
        return Answer(word: ratio.faster.map { $0 == ratio.arm ? "Reset" : "Restart" } ?? "Either")
    }

    /// The answer of a run of named arms: the fastest of them if its state equals that after a launch.
    private var answerAmongArms: Answer {
        guard let fastest = report.comparison?.fastest else {
            return Answer(word: "Unknown", reason: "no arm is clearly the fastest")
        }
        let differs = fidelity?.arms.contains { $0.name == fastest && $0.differing > 0 } ?? false
        let leaks = causes.contains { fails($0) && $0.findings.contains { $0.isShown(by: fastest) } }
        guard !differs, !leaks else {
            let fault = differs ? "state survives it" : "objects outlive it"
            return Answer(word: "Unknown", reason: "\(fastest.words) is the fastest, but \(fault)")
        }
        return Answer(word: fastest.words.capitalizedFirst)
    }
}
