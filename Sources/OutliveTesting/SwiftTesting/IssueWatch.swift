internal import OutliveDriver

#if canImport(Testing)
internal import Testing
#endif

/// Sees the issues that a test of swift-testing records; of other tests it sees nothing.
final class IssueWatch: TestWatch {
    private let failure = Flag()

    /// Whether an issue was recorded that fails the test.
    var sawFailure: Bool { failure.isRaised }

    /// Does work whose issues are seen.
    ///
    /// - Parameter comment: is added to each issue that fails the test.
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
        let value = Locked<Value?>(nil)
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

    /// Records what survived as an issue of the current test.
    ///
    /// - Returns: whether there is a test of swift-testing to record it for.
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
