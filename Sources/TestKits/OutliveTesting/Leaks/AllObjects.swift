internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

/// The watch over all objects of this process, by the `outlive test` that runs it.
///
/// Questions of tests that end at the same time are asked together, because one snapshot answers them all. Safe to use
/// from any thread.
final class AllObjects: Sendable {
    static let ofThisProcess = AllObjects(TestAnalyst().map(asking))

    /// The judged findings, or the reason in one line why there are none.
    typealias Answer = Result<[Finding], AnalystUnavailable>
    /// Returns the findings of each test, and blocks the thread.
    typealias Ask = @Sendable ([EndedTest]) throws(AnalystUnavailable) -> [[Finding]]

    private struct State {
        var waiting: [(test: EndedTest, answer: Promise<Answer>)] = []
        var isAsking = false
        /// The reason for which nothing is asked any more: each test would wait in vain.
        var obstacle: AnalystUnavailable?
    }

    private let ask: Ask?
    private let state = Lock(State())
    /// The number of tests that wait for the next question.
    var waitingTests: Int { state.withLock { $0.waiting.count } }

    /// - Parameter ask: `nil` if the process runs without `outlive test`.
    init(_ ask: Ask?) { self.ask = ask }

    private static func asking(_ analyst: TestAnalyst) -> Ask {
        { tests throws(AnalystUnavailable) in try analyst.findings(of: tests, within: .seconds(30)) }
    }

    /// Asks what a test left; `nil` if the process runs without `outlive test`.
    func findings(of test: EndedTest) async -> Answer? {
        guard let ask else { return nil }
        let answer = Promise<Answer>()
        let isFirst = state.withLock { state in
            defer { state.isAsking = true }
            state.waiting.append((test, answer))
            return !state.isAsking
        }
        if isFirst {
            Task { [self] in try? await onOwnThread { _ in self.askAll(by: ask) } }
        }
        return await answer.getEvenIfCancelled()
    }

    /// Does the same, and blocks the thread.
    func blockingFindings(of test: EndedTest) -> Answer? { ask.map { answers(to: [test], by: $0)[0] } }

    private func askAll(by ask: Ask) {
        while true {
            let asked = state.withLock { state in
                defer { state.waiting = [] }
                state.isAsking = !state.waiting.isEmpty
                return state.waiting
            }
            guard !asked.isEmpty else { return }
            for (one, answer) in zip(asked, answers(to: asked.map(\.test), by: ask)) { one.answer.fulfil(answer) }
        }
    }

    private func answers(to tests: [EndedTest], by ask: Ask) -> [Answer] {
        do throws(AnalystUnavailable) {
            if let obstacle = state.withLock({ $0.obstacle }) { throw obstacle }
            return try ask(tests).map { .success($0) }
        } catch {
            state.withLock { $0.obstacle = error }
            return tests.map { _ in .failure(error) }
        }
    }
}
