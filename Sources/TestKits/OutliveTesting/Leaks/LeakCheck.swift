internal import Foundation
internal import Outlive
internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

/// A check for leaks over some work, such as a test.
final class LeakCheck: Sendable {
    @TaskLocal static var current: LeakCheck?

    let scope = LeakScope()
    private let ledger: RunLedger
    /// A flag that is raised when a nested check takes over the judgement.
    private let isSuperseded = Flag()
    /// The number of objects that were expected to be released within the work.
    private let expected = Lock(0)
    /// The time at which the work began, in seconds since 1970.
    private let began = Date().timeIntervalSince1970

    /// Opens a check, which takes over the judgement from the check of the current task, if any.
    init(ledger: RunLedger = .shared) {
        Self.current?.isSuperseded.raise()
        self.ledger = ledger
    }

    /// The name of a check in the summary of the run, and its settings.
    struct Terms: Sendable {
        let test: String
        /// The path of the test's source file, or `nil` if it is unknown.
        let source: String?
        let settling: Duration
        /// `true` if work that registers nothing is a failure.
        let requiresRegistrations: Bool
        /// The test of which all objects are watched where that is possible, or `nil` to watch tracked components alone.
        var watched: RanTest?
    }

    struct Outcome: Sendable {
        /// The failures of the test, worst first.
        var complaints: [LeakComplaint] = []
        /// A line with the folder of the artifacts, or `nil` without complaints.
        var artifacts: String?
        /// The reason why the result is meaningless, or `nil` if it can be trusted.
        var defect: String?
        /// The objects that were watched.
        var watch = Watch.components
    }

    /// Runs work and checks what it tracked.
    nonisolated(nonsending) static func run<Value>(
        _ terms: Terms, _ work: nonisolated(nonsending) () async throws -> Value
    ) async -> (result: Result<Value, any Error>, outcome: Outcome) {
        let check = LeakCheck()
        let result = await Result(awaiting: {
            try await $current.withValue(check) { try await check.scope.collect { try await work() } }
        })
        return (result, await check.end(terms))
    }

    /// Waits until the scope has settled, even in a cancelled task, and judges the survivors.
    ///
    /// The report on survivors is kept among the artifacts; without a failure nothing is kept.
    func end(_ terms: Terms) async -> Outcome {
        // A new task, because a cancelled one cannot wait, and objects that are released late would count as leaks.
        await Task { await judge(terms) }.value
    }

    private func judge(_ terms: Terms) async -> Outcome {
        let isRead = !HeapSettings.repeatsTestsOfThisProcess
        let report = await scope.end(settling: SettlePolicy(deadline: isRead ? terms.settling : .zero))
        guard isRead else { return Outcome() }
        var terms = terms
        terms.watched?.spans = [began...max(began, Date().timeIntervalSince1970)]
        var outcome = await Self.outcome(of: report, in: terms, ledger)
        guard !isSuperseded.isRaised else { return outcome }
        // `registered` does not count components that are declared for the process.
        let declared = report.survivors.lazy.filter { $0.key.lifetime != .untilReset }.reduce(0) { $0 + $1.count }
        let tracked = report.registered + declared + expected.withLock { $0 }
        ledger.add(test: terms.test, tracked: tracked, watch: outcome.watch)
        outcome.defect = await Self.defect ?? outcome.defect
        if outcome.defect == nil, terms.requiresRegistrations, tracked == 0, outcome.watch != .all {
            outcome.defect =
                "no component was tracked in the test, so nothing was checked: track one, or do not require it"
        }
        return outcome
    }

    /// Counts an object that the work of the current task expects to be released.
    static func countExpected() { current?.expected.withLock { $0 += 1 } }

    /// Returns the findings of the generations of one process that make a test fail.
    static func failing(_ reports: [GenerationReport]) -> [Finding] {
        findings(in: reports, warmup: 0).filter { $0.verdict == .leak || $0.verdict == .suspect }
    }
}

extension LeakCheck {
    /// A self-check, run once in a process: a scope must detect a deliberate leak and not report a released object.
    ///
    /// Without it, leak checks would pass if `track` were compiled out or the registry did not work. Detached, so that
    /// no enclosing scope receives the registrations.
    private static let controls: Task<SelfCheck, Never> = Task.detached {
        let (result, report) = await LeakScope.run(settling: SettlePolicy(deadline: .zero)) {
            trackReleased()
            return LeakRegistry.shared.track(Control(), as: "kept")
        }
        let names = report.survivors.map(\.key.name)
        return withExtendedLifetime(result) {
            SelfCheck(leakFound: names.contains("kept"), falseAlarm: names.contains("released"))
        }
    }

    /// The reason why the checks of this process cannot be trusted, or `nil` if they can.
    static var defect: String? {
        get async {
            let outcome = await controls.value
            if outcome.falseAlarm { return "leak checks do not work: they report a deallocated object" }
            guard !outcome.leakFound else { return nil }
            return "leak checks do not work: they do not find a deliberate leak. "
                + "Was Outlive built without its trait LiveReset, which compiles `track` to nothing?"
        }
    }

    /// A separate function, so that the object is released on return.
    @inline(never)
    private static func trackReleased() { LeakRegistry.shared.track(Control(), as: "released") }
}

private final class Control: Sendable {}
