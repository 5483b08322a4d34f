internal import OutliveModel
internal import OutliveSupport

/// The answer to "restart or reset?", as far as a run supports one.
///
/// The word is `Reset`, `Restart`, `Either`, `Unknown`, or the name of an arm. The speed, which the summary states
/// anyway, is no reason.
struct Answer {
    /// What the reason is about, if the summary would state it again.
    enum Subject { case state }

    let word: String
    let reason: String?
    let subject: Subject?

    init(_ word: String, _ reason: String? = nil, about subject: Subject? = nil) {
        (self.word, self.reason, self.subject) = (word, reason, subject)
    }
}

extension Presentation {
    /// The answer of a single run that compared a reset with a relaunch, or `nil` for others.
    var answer: Answer? {
        guard !isMerged, report.comparison != nil || report.unshownResets != nil else { return nil }
        if !report.failures.isEmpty { return Answer("Unknown", "the run failed") }
        if let advice = unshownResetsAdvice { return Answer("Unknown", advice) }
        guard report.plan.arms == nil else { return answerAmongArms }
        if report.stateSurvived { return Answer("Restart", "state survived the reset", about: .state) }
        if hasFailingFindings { return Answer("Restart", "objects outlive the reset") }
        if !failingGrowth.isEmpty { return Answer("Restart", "the process grows from reset to reset") }
        guard growthHeadline == nil, let ratio = report.comparison?.leading else { return Answer("Unknown") }
        guard ratio.interval != nil else { return Answer("Unknown") }
        return Answer(ratio.faster.map { $0 == ratio.arm ? "Reset" : "Restart" } ?? "Either")
    }

    /// The answer of a run of named arms: the fastest of them if its state equals that after a launch.
    private var answerAmongArms: Answer {
        guard let fastest = report.comparison?.fastest else {
            return Answer("Unknown", "no arm is clearly the fastest")
        }
        let differs = fidelity?.arms.contains { $0.name == fastest && $0.differing > 0 } ?? false
        let leaks = causes.contains { fails($0) && $0.findings.contains { $0.isShown(by: fastest) } }
        guard !differs, !leaks else {
            let fault = differs ? "state survives it" : "objects outlive it"
            return Answer(
                "Unknown", "\(fastest.words) is the fastest, but \(fault)", about: differs ? .state : nil)
        }
        return Answer(fastest.words.capitalizedFirst)
    }
}
