#if canImport(XCTest)
internal import XCTest

/// An observer of the failures of an XCTest test.
///
/// It counts them, because without Objective-C XCTest reports no single failure before it prints it.
final class XCTestObserver: FailureObserver, @unchecked Sendable {
    // Used only while the test awaits the work.
    private let testCase: XCTestCase
    private let site: CallSite?
    private let before: Int

    /// Starts to observe.
    ///
    /// - Parameter site: the fallback for survivors without a known registration site, or `nil` if survivors are not
    ///   checked.
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

    /// Does nothing: XCTest has no attachments without Objective-C.
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
