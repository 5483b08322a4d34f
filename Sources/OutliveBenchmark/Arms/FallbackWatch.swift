internal import OutliveModel

/// Counts the resets that fell back to a relaunch, and tells when going on makes no sense.
///
/// One failed reset is part of what a reset costs: it is counted, noted and measured. But an application that cannot
/// be reset at all would spend the time limit of every reset that is left; so a run ends when the first
/// 3 resets of an arm all fail, or 10 in a row later on. And an application that died is never a clean one: the run
/// goes on and is reported, but fails.
struct FallbackWatch {
    private static let limitAtStart = 3
    private static let limitLater = 10
    private static let reasonsKept = 5

    /// How many resets fell back.
    private(set) var count = 0
    /// The first end of the application by itself, where there was one.
    private(set) var death: Failure?
    private var inARow = 0
    private var anySucceeded = false
    private var reasons: [String] = []

    /// Begins another arm, which has to prove itself anew.
    mutating func beginArm() {
        inARow = 0
        anySucceeded = false
    }

    /// Takes the outcome of reset `cycle`, counted from 1 over the life of the instance.
    ///
    /// - Throws: `resetFailed` when too many resets in a row failed.
    mutating func note(_ failure: Failure?, cycle: Int) throws(Failure) {
        guard let failure else {
            inARow = 0
            anySucceeded = true
            return
        }
        count += 1
        inARow += 1
        if failure.code == .died { death = death ?? failure }
        if reasons.count < Self.reasonsKept {
            reasons.append("reset \(cycle) failed and was replaced by a relaunch: \(failure.message)")
        }
        guard inARow >= (anySucceeded ? Self.limitLater : Self.limitAtStart) else { return }
        throw Failure(
            .resetFailed,
            "the run was given up because \(inARow) resets in a row failed, \(anySucceeded ? "" : "none succeeding, ")"
                + "the last one so: \(failure.message)",
            output: failure.output, printedBy: failure.printedBy)
    }

    /// Takes note that the application was found dead, which no reset stumbled over.
    mutating func note(death failure: Failure) {
        death = death ?? failure
    }

    /// What a reader should know about the resets that failed.
    var notes: [String] {
        count > reasons.count ? reasons + ["\(count - reasons.count) more resets fell back to a relaunch"] : reasons
    }
}
