internal import OutliveModel
internal import OutliveSupport

/// A record of the resets that fell back to a relaunch, which ends a run without a chance of success.
///
/// A failed reset is part of the cost of a reset: it is counted, noted and measured. An application that cannot be
/// reset at all would use the whole timeout of every remaining reset. A run therefore ends when the first 3 resets of
/// an arm fail, or 10 in a row later. A run whose application died continues and is reported, but fails.
struct FallbackWatch {
    private static let limitAtStart = 3
    private static let limitLater = 10
    private static let reasonsKept = 5
    private(set) var count = 0
    private(set) var death: Failure?
    private var inARow = 0
    private var anySucceeded = false
    /// The first reset that failed for each reason, and the number of resets that did.
    private var reasons: [(first: Int, message: String, count: Int)] = []
    /// The name of the arm, or `nil` in a run of one trigger.
    private let arm: Arm?

    init(arm: Arm? = nil) { self.arm = arm }

    /// Begins another arm, in which no reset has succeeded yet.
    mutating func beginArm() {
        inARow = 0
        anySucceeded = false
    }

    /// Records the outcome of reset `cycle`, counted from 1 over the life of the instance.
    ///
    /// - Throws: `resetFailed` if too many resets in a row failed.
    mutating func note(_ failure: Failure?, cycle: Int) throws(Failure) {
        guard let failure else {
            inARow = 0
            anySucceeded = true
            return
        }
        count += 1
        inARow += 1
        if failure.code == .died { death = death ?? failure }
        if let known = reasons.firstIndex(where: { $0.message == failure.message }) {
            reasons[known].count += 1
        } else if reasons.count < Self.reasonsKept {
            reasons.append((cycle, failure.message, 1))
        }
        guard inARow >= (anySucceeded ? Self.limitLater : Self.limitAtStart) else { return }
        throw Failure(
            .resetFailed,
            "the run was aborted after \(inARow) failed resets \(place)in a row"
                + "\(anySucceeded ? "" : " and none successful"); "
                + "last failure: \(failure.message)",
            output: failure.output, printedBy: failure.printedBy)
    }

    mutating func note(death failure: Failure) { death = death ?? failure }

    private var place: String { arm.map { "of arm \($0.rawValue) " } ?? "" }

    var notes: [String] {
        let listed = reasons.map { reason in
            let others = reason.count == 1 ? "" : ", and so were \(counted(reason.count - 1, "more reset"))"
            return "reset \(reason.first) \(place)failed and was replaced by a relaunch\(others): \(reason.message)"
        }
        let left = count - reasons.reduce(0) { $0 + $1.count }
        return left > 0 ? listed + ["\(counted(left, "more reset")) fell back to a relaunch"] : listed
    }
}
