import OutliveUITest
import SuiteResult
import Synchronization
import Testing

extension Trait where Self == CaseTrait {
    /// Records the duration, the outcome and the leaks of each test.
    static var noted: Self { CaseTrait() }
}

/// One test of the run, including the preparation of the application.
struct CaseTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> CaseTrait? {
        testCase == nil ? nil : self
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let outcome = Mutex(SuiteResult.Outcome.passed)
        let begun = ContinuousClock.now
        defer {
            RunLedger.shared.add(
                SuiteResult.Case(
                    name: test.displayName ?? test.name, seconds: begun.duration(to: .now) / .seconds(1),
                    outcome: outcome.withLock { $0 }))
        }
        let watch = IssueHandlingTrait.compactMapIssues { issue in
            let leaks = issue.comments.compactMap { Self.leak(in: $0.rawValue) }
            for name in leaks { RunLedger.shared.add(leak: name) }
            if issue.isFailure {
                outcome.withLock { $0 = leaks.isEmpty || $0 == .failed ? .failed : .leaked }
            }
            return issue
        }
        do {
            if let testCase {
                try await watch.provideScope(for: test, testCase: testCase, performing: function)
            }
        } catch {
            outcome.withLock { $0 = .failed }
            throw error
        }
    }

    /// Returns the survivor that an issue names: `suspect: NoteEditor: 1 alive after the test's reset, ...`.
    private static func leak(in comment: String) -> String? {
        comment.firstMatch(of: #/^(?:leak|suspect): (.+?): \d+ alive after /#).map { String($0.1) }
    }
}
