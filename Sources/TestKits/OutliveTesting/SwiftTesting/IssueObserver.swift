internal import OutliveDriver
internal import OutliveSupport

#if canImport(Testing)
internal import Testing
#endif

/// An observer of the issues of a swift-testing test; it observes no other tests.
final class IssueObserver: FailureObserver {
    private let failure = Flag()

    var sawFailure: Bool { failure.isRaised }

    /// Runs work and observes its issues.
    ///
    /// - Parameter comment: added to each issue that fails the test.
    func run<Value: Sendable>(
        adding comment: @escaping @Sendable () -> String, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        #if canImport(Testing)
        guard let test = Test.current, let testCase = Test.Case.current else { return try await work() }
        let trait = IssueHandlingTrait.compactMapIssues { [failure] issue in
            guard issue.isFailure else { return issue }
            failure.raise()
            var issue = issue
            issue.comments.append(Comment(rawValue: comment()))
            return issue
        }
        let value = Lock<Value?>(nil)
        try await trait.provideScope(for: test, testCase: testCase) {
            let result = try await work()
            value.withLock { $0 = result }
        }
        guard let result = value.withLock({ $0 }) else { throw CancellationError() }
        return result
        #else
        try await work()
        #endif
    }

    /// Attaches a file to the current test; `swift test --attachments-path` writes it, and IDEs show it.
    func attach(_ file: EvidenceFile) {
        #if canImport(Testing)
        guard Test.current != nil else { return }
        Attachment.record(file.bytes, named: file.name)
        #endif
    }

    /// Records survivors as an issue of the current test.
    ///
    /// - Returns: `true` if there is a swift-testing test to record it for.
    func record(_ complaint: LeakComplaint, adding comment: String) -> Bool {
        #if canImport(Testing)
        guard Test.current != nil else { return false }
        Issue.record(complaint, adding: comment)
        return true
        #else
        return false
        #endif
    }
}
