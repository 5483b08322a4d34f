internal import OutliveModel
internal import OutliveSupport

#if canImport(Testing)
internal import Testing
#endif

#if canImport(XCTest)
internal import XCTest
#endif

/// An observer of a test's failures, which can also record new ones. There is one for each test framework.
protocol FailureObserver: Sendable {
    var hasFailed: Bool { get }
    /// The path of the test's source file, or `nil` if it is unknown.
    var source: String? { get }

    /// Runs work and observes its failures.
    ///
    /// - Parameter comment: Added to each failure, if the framework supports that.
    func run<Value: Sendable>(
        adding comment: @escaping @Sendable () -> String, _ work: @Sendable () async throws -> Value
    ) async throws -> Value

    /// Attaches a file to the test, if the framework supports that.
    func attach(_ file: EvidenceFile)

    /// Records survivors as a failure of the test.
    ///
    /// - Returns: `false` if there is no test to record it for.
    func record(_ complaint: LeakComplaint, adding comment: String) -> Bool

    /// Records a failure of the test at its own place.
    ///
    /// - Returns: `false` if there is no test to record it for.
    func record(_ failure: String) -> Bool
}

/// An observer of the issues of a swift-testing test; it observes no other tests.
final class IssueObserver: FailureObserver {
    private let failure = Flag()

    var hasFailed: Bool { failure.isRaised }

    var source: String? {
        #if canImport(Testing)
        Test.current?.sourceLocation.sourceFile
        #else
        nil
        #endif
    }

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

    func record(_ complaint: LeakComplaint, adding comment: String) -> Bool {
        #if canImport(Testing)
        guard Test.current != nil else { return false }
        Issue.record(complaint, adding: comment)
        return true
        #else
        return false
        #endif
    }

    func record(_ failure: String) -> Bool {
        #if canImport(Testing)
        guard let test = Test.current else { return false }
        Issue.record(Comment(rawValue: failure), sourceLocation: test.sourceLocation)
        return true
        #else
        return false
        #endif
    }
}

#if canImport(Testing)
extension Issue {
    static func record(_ complaint: LeakComplaint, adding comment: String?) {
        let location = SourceLocation(
            fileID: complaint.fileID, filePath: complaint.path, line: complaint.line, column: complaint.column)
        record(Comment(rawValue: complaint.text(adding: comment)), severity: .error, sourceLocation: location)
    }
}

extension SourceLocation {
    /// The absolute path of the source file.
    var sourceFile: String {
        #if compiler(>=6.3)
        filePath
        #else
        _filePath
        #endif
    }
}
#endif

#if canImport(XCTest)
/// An observer of the failures of an XCTest test.
///
/// It counts the failures, because without Objective-C, XCTest has no hook that runs before a failure is printed.
final class XCTestObserver: FailureObserver, @unchecked Sendable {
    // Used only while the test awaits the work.
    private let testCase: XCTestCase
    private let site: SourceLine?
    private let before: Int

    /// Begins to observe a test.
    ///
    /// - Parameter site: The fallback for survivors without a known registration site, or `nil` if survivors are not
    ///   checked.
    init(_ testCase: XCTestCase, at site: SourceLine? = nil) {
        self.testCase = testCase
        self.site = site
        before = testCase.failures
    }

    var hasFailed: Bool { testCase.failures > before }
    var source: String? { site?.file }

    func run<Value: Sendable>(
        adding comment: @escaping @Sendable () -> String, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await work()
    }

    /// Does nothing: XCTest has no attachments without Objective-C.
    func attach(_ file: EvidenceFile) {}

    func record(_ complaint: LeakComplaint, adding comment: String) -> Bool {
        guard let site = complaint.site ?? site else { return false }
        testCase.fail(complaint.text(adding: comment), at: site)
        return true
    }

    func record(_ failure: String) -> Bool {
        guard let site else { return false }
        testCase.fail(failure, at: site)
        return true
    }
}

extension XCTestCase {
    fileprivate var failures: Int { testRun.map { $0.failureCount + $0.unexpectedExceptionCount } ?? 0 }

    func fail(_ description: String, at site: SourceLine) {
        #if canImport(ObjectiveC)
        let location = XCTSourceCodeLocation(filePath: site.file, lineNumber: site.line)
        record(
            XCTIssue(
                type: .assertionFailure, compactDescription: description,
                sourceCodeContext: XCTSourceCodeContext(location: location)))
        #else
        recordFailure(withDescription: description, inFile: site.file, atLine: site.line, expected: true)
        #endif
    }
}

extension LeakComplaint {
    /// The registration site of the survivor, or `nil` if the file is unknown.
    var site: SourceLine? { path.hasPrefix("/") ? SourceLine(file: path, line: line) : nil }
}

extension SourceLine {
    init(file: StaticString, line: UInt) { self.init(file: "\(file)", line: Int(line)) }
}
#endif
