internal import OutliveDriver
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The judgement of tests that have just ended, in processes that still run.
///
/// Safe to use from several tasks.
final class EndedTests: Sendable {
    /// The time between two snapshots. What only the second one does not show as lost was in use.
    private static let pause = Duration.milliseconds(200)
    private static let censusTimeout = Duration.seconds(20)
    private let names: Symbolicator
    /// The objects that an answer to each process was about. Several cases of a test, and checks within a check, share
    /// what they left.
    private let answered = Lock<[HeapStartRecord: Set<BlockIdentity>]>([:])

    init(names: Symbolicator) { self.names = names }

    /// Returns the findings about each test of a process, judged.
    ///
    /// - Parameter ran: Returns the tests that have begun so far.
    /// - Throws: `Failure` if there is no snapshot of the process; `CancellationError`.
    func findings(
        of inquiry: TestInquiry, in process: HeapProcess, _ ran: @escaping @Sendable () -> [RanTest]
    ) async throws -> [[Finding]] {
        let asked = inquiry.tests.compactMap(\.test)
        var confirmed = Array(repeating: Set<BlockIdentity>(), count: inquiry.tests.count)
        if !asked.isEmpty {
            let known = answered.withLock { $0[process.record] ?? [] }
            let first = try await snapshot(of: process, asked, ran)
            confirmed = try await onOwnThread { _ in
                inquiry.tests.map { ended in ended.test.map { first.lost(by: $0).subtracting(known) } ?? [] }
            }
        }
        let isClean = confirmed.allSatisfy(\.isEmpty) && inquiry.tests.allSatisfy(\.components.isEmpty)
        if isClean { return inquiry.tests.map { _ in [] } }
        if !asked.isEmpty { try await Task.sleep(for: Self.pause) }
        let second = try await snapshot(of: process, asked, ran)
        let lost = confirmed
        let losses = try await onOwnThread { _ in second.losses(of: inquiry.tests, confirmed: lost) }
        answered.withLock { $0[process.record, default: []].formUnion(losses.blocks) }
        return losses.findings
    }

    private func snapshot(
        of process: HeapProcess, _ asked: [RanTest], _ ran: @escaping @Sendable () -> [RanTest]
    ) async throws -> TestProcess {
        guard let start = process.record.clockStart else {
            throw Failure(.noCensus, "process \(process.record.processID) does not run tests")
        }
        let file = try await process.census(withGraph: true, timeout: Self.censusTimeout)
        defer { file.remove() }
        return try await onOwnThread { [names] _ in
            // Each library has processes of its own.
            let all = ran().filter { $0.library == asked.first?.library }
            let others = asked.filter { test in !all.contains(where: test.isSame) }
            return TestProcess(
                AnalysedSnapshot(try file.snapshot(), names: names), names: names, tests: all + others,
                clockStart: start)
        }
    }
}
