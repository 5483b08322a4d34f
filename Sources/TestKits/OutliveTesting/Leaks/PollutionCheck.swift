internal import Foundation
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSupport

/// A check for globals and statics of the program that some work, such as a test, leaves changed.
///
/// The heap tier has to be in this process. A variable that is used for the first time is not compared, as its value
/// before is not known; `outlive test --pollution` knows it.
final class PollutionCheck: Sendable {
    /// The number of checks that run, and of all that have begun.
    private static let running = Lock((checks: 0, begun: 0))
    private static let notes = Lock(false)
    /// The time after which what changes by itself has changed again.
    private static let pause = Duration.milliseconds(50)

    private let before: ProgramState?
    /// The number of checks that had begun when this one did, and `true` if another one ran.
    private let begun: (number: Int, isAmongOthers: Bool)

    /// Opens a check; blocks the thread for the time of a capture.
    init() {
        begun = Self.running.withLock { running in
            defer { running = (running.checks + 1, running.begun + 1) }
            return (running.begun + 1, running.checks > 0)
        }
        before = Self.state()
    }

    /// Returns the complaint about what has changed since the check was opened, or `nil`; blocks the thread.
    func end(ledger: RunLedger = .shared) -> String? {
        let isAmongOthers = Self.running.withLock { running in
            running.checks -= 1
            return begun.isAmongOthers || running.begun > begun.number
        }
        guard let before, var after = Self.state() else {
            Self.note(in: ledger)
            return nil
        }
        var changes = Self.changes(from: before, to: after)
        if !changes.isEmpty {
            // What changes again by itself is no trace of the work.
            Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
            guard let later = Self.state() else { return nil }
            let restless = Set(ProgramStateDifference(from: [after], to: later).changes.map(\.key))
            changes = Self.changes(from: before, to: later).filter { !restless.contains($0.key) }
            after = later
        }
        guard !changes.isEmpty else { return nil }
        changes.addLines(of: after.variables) { $0.declarations }
        return Self.text(changes, isAmongOthers)
    }

    /// Returns the changes of the program's variables that were used before.
    static func changes(from before: ProgramState, to after: ProgramState) -> [StateChange] {
        let origins = StateOrigins(after)
        return ProgramStateDifference(from: [before], to: after).changes.filter { change in
            change.old != .unused && origins.origin(of: change) == .program
        }
    }

    static func text(_ changes: [StateChange], _ isAmongOthers: Bool) -> String {
        let count = counted(changes.count, "variable")
        let head =
            isAmongOthers
            ? "\(count) changed during the test, but other tests ran at the same time, so which one did it is "
                + "unknown: let the tests of the suite run one after the other"
            : "the test leaves \(count) changed"
        return ([head + ":"] + changes.lines).joined(separator: "\n")
    }

    private static func state() -> ProgramState? {
        guard let file = HeapFile.stateOfThisProcess() else { return nil }
        defer { file.remove() }
        return try? HeapSnapshot(file.opened(), path: file.path).programState()
    }

    /// Says once for a run that nothing was compared.
    private static func note(in ledger: RunLedger) {
        let isFirst = notes.withLock { isNoted in
            defer { isNoted = true }
            return !isNoted
        }
        guard isFirst else { return }
        ledger.add(
            note: "tests with .failOnPollution compared no variables, as the heap tier is not in this process: "
                + "run them by outlive test")
    }
}
