package import OutliveModel

/// Revisions of a program that can be built and measured, in their order.
package protocol BisectSubject: Sendable {
    /// The revisions after the good one, up to the bad one.
    var revisions: [Bisection.Revision] { get }
    /// The revision before the first.
    var good: Bisection.Revision { get }

    /// Builds and measures a revision.
    ///
    /// - Throws: `Failure` if none can be measured; `CancellationError`.
    func measure(_ revision: Bisection.Revision) async throws -> MeasuredRevision

    /// Returns the difference between the manifests of two revisions.
    func manifestChanges(from one: Bisection.Revision, to other: Bisection.Revision) async throws -> String
}

/// What was measured of a revision.
package struct MeasuredRevision: Sendable {
    package enum Result: Sendable {
        /// A report, and the path of its file.
        case report(Report, path: String)
        case skipped(reason: String)
    }

    package var result: Result
    /// `true` if its build was kept from an earlier search.
    package var isReused: Bool

    package init(_ result: Result, isReused: Bool = false) { (self.result, self.isReused) = (result, isReused) }
}

/// A search for the first revision with a leak.
package struct BisectRun: Sendable {
    private let subject: any BisectSubject
    private let fingerprint: String?
    private let progress: @Sendable (Bisection.Attempt, _ remaining: Int) -> Void

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - fingerprint: The cause to find, or `nil` for the first leak of the bad revision.
    ///   - progress: Receives each attempt, with the largest number of further ones that have to be measured.
    package init(
        _ subject: any BisectSubject, fingerprint: String?,
        progress: @escaping @Sendable (Bisection.Attempt, _ remaining: Int) -> Void = { _, _ in }
    ) {
        (self.subject, self.fingerprint, self.progress) = (subject, fingerprint, progress)
    }

    /// Searches.
    ///
    /// - Throws: `Failure` if the good revision has the cause, the bad one has not, or nothing could be measured;
    ///   `CancellationError`.
    package func run() async throws -> Bisection {
        let revisions = subject.revisions
        guard let last = revisions.last else {
            throw Failure(.harness, "there is nothing between the good and the bad revision: give others")
        }
        var state = State(search: BisectSearch(count: revisions.count))
        let wanted: String
        if let fingerprint { wanted = fingerprint } else { wanted = try await fingerprint(of: last, &state) }
        while let index = state.search.next { try await attempt(index, revisions[index], wanted, &state) }
        if state.first == nil { try await attempt(state.search.bad, revisions[state.search.bad], wanted, &state) }
        guard let first = state.first else {
            let reason = state.reason(of: last).map { "it cannot be measured: \($0)" } ?? "it has no such cause"
            throw Failure(.harness, "the cause \(wanted) is not found in \(last.brief): \(reason); give another --bad")
        }
        if state.search.good < 0 { try await checkGood(wanted, &state) }
        let suspects = Array(revisions[state.search.suspects])
        let before = state.search.good < 0 ? subject.good : revisions[state.search.good]
        return Bisection(
            fingerprint: wanted, cause: first.cause, suspects: suspects, candidates: revisions.count,
            attempts: state.attempts, report: first.path,
            manifestChanges: try await subject.manifestChanges(from: before, to: suspects[suspects.count - 1]),
            notes: state.notes)
    }

    /// Returns the fingerprint of the first leak of the bad revision.
    private func fingerprint(of last: Bisection.Revision, _ state: inout State) async throws -> String {
        let measured = try await timed(last)
        guard case .report(let report, let path) = measured.revision.result else {
            throw Failure(
                .harness, "\(last.brief) cannot be measured: \(measured.skipReason ?? ""); give another --bad")
        }
        guard let cause = report.causes.first(where: { $0.verdict == .leak && $0.leader.known == nil }) else {
            throw Failure(.harness, "\(last.brief) has no leak: raise --cycles, or give another --bad")
        }
        let others = report.causes.count { $0.verdict == .leak } - 1
        if others > 0 {
            state.notes.append("\(last.brief) has \(others) leaks more: --fingerprint finds another")
        }
        state.add(measured, of: last, .bad, progress)
        state.first = (cause, path)
        return cause.fingerprint
    }

    private func attempt(
        _ index: Int, _ revision: Bisection.Revision, _ wanted: String, _ state: inout State
    ) async throws {
        let measured = try await timed(revision)
        guard case .report(let report, let path) = measured.revision.result else {
            state.search.skip(index)
            return state.add(measured, of: revision, .skipped(reason: measured.skipReason ?? ""), progress)
        }
        if let cause = report.causes.first(where: { $0.fingerprint == wanted }) {
            state.search.bad(index)
            state.first = (cause, path)
            state.add(measured, of: revision, .bad, progress)
        } else {
            if index < state.search.bad { state.search.good(index) }
            state.add(measured, of: revision, .good, progress)
        }
    }

    /// Measures the good revision, if no later one was good, so that a leak from before it is not blamed on the next.
    private func checkGood(_ wanted: String, _ state: inout State) async throws {
        let good = subject.good
        let measured = try await timed(good)
        guard case .report(let report, _) = measured.revision.result else {
            state.notes.append("\(good.brief) cannot be measured, and may have the cause: \(measured.skipReason ?? "")")
            return state.add(measured, of: good, .skipped(reason: measured.skipReason ?? ""), progress)
        }
        guard !report.causes.contains(where: { $0.fingerprint == wanted }) else {
            throw Failure(.harness, "\(good.brief) has the cause \(wanted), too: give an earlier --good")
        }
        state.add(measured, of: good, .good, progress)
    }

    private func timed(_ revision: Bisection.Revision) async throws -> TimedRevision {
        let start = SuspendingClock.now
        let measured = try await subject.measure(revision)
        return TimedRevision(revision: measured, seconds: start.duration(to: .now) / .seconds(1))
    }
}

/// A measured revision with the time that it took.
private struct TimedRevision {
    var revision: MeasuredRevision
    var seconds: Double

    var skipReason: String? { if case .skipped(let reason) = revision.result { reason } else { nil } }
}

/// The search so far.
private struct State {
    var search: BisectSearch
    var attempts: [Bisection.Attempt] = []
    /// The cause in the earliest report that has it, and the path of the report.
    var first: (cause: Cause, path: String)?
    var notes: [String] = []

    mutating func add(
        _ measured: TimedRevision, of revision: Bisection.Revision, _ outcome: Bisection.Outcome,
        _ progress: (Bisection.Attempt, Int) -> Void
    ) {
        let attempt = Bisection.Attempt(
            revision: revision, outcome: outcome, seconds: measured.seconds, isReused: measured.revision.isReused)
        attempts.append(attempt)
        progress(attempt, search.remaining)
    }

    /// Returns the reason why a revision was skipped, or `nil`.
    func reason(of revision: Bisection.Revision) -> String? {
        attempts.lazy.compactMap { attempt -> String? in
            guard attempt.revision == revision, case .skipped(let reason) = attempt.outcome else { return nil }
            return reason
        }.first
    }
}
