#if canImport(XCTest)
internal import XCTest

/// Sees the failures that a test of XCTest records.
///
/// It counts them: without Objective-C nobody is told of a single one before it is printed.
final class CaseWatch: TestWatch, @unchecked Sendable {
    // Used while the test waits for what uses it, and not afterwards.
    private let testCase: XCTestCase
    private let site: CallSite?
    private let before: Int

    /// Begins to watch.
    ///
    /// - Parameter site: where a survivor is recorded whose own place is not known; nil where none is looked for.
    init(_ testCase: XCTestCase, at site: CallSite? = nil) {
        self.testCase = testCase
        self.site = site
        before = testCase.failures
    }

    var sawFailure: Bool { testCase.failures > before }

    func run<Value: Sendable>(
        adding comment: @escaping @Sendable () -> String, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await work()
    }

    /// Does nothing: without Objective-C XCTest has no attachments.
    func attach(_ file: EvidenceFile) {}

    func record(_ complaint: LeakComplaint, adding comment: String) -> Bool {
        guard let site = complaint.site ?? site else { return false }
        testCase.fail("\(complaint.text)\n\(comment)", at: site)
        return true
    }
}

extension XCTestCase {
    fileprivate var failures: Int {
        testRun.map { $0.failureCount + $0.unexpectedExceptionCount } ?? 0
    }
}
#endif
