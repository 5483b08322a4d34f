#if canImport(XCTest)
public import OutliveDriver
public import OutliveModel
public import OutliveTesting
public import XCTest

extension XCTestCase {
    /// Lends a test an application that is reset for it, and keeps a screenshot and the tree of elements when it fails.
    ///
    /// The test begins when a window of the application can be seen.
    ///
    /// - Parameters:
    ///   - lender: the application.
    ///   - settings: what it is reset with.
    ///   - fixture: what is copied into a private directory, removed afterwards and kept when the test fails.
    ///   - failingOnLeaks: whether components that outlive the reset after the test fail it.
    ///   - evidence: what else is kept when the test fails.
    ///   - name: what artifacts are called by, the calling function's name by default.
    ///   - isolation: the caller's actor; leave it out.
    ///   - file: the file of the call; leave it out.
    ///   - line: the line of the call; leave it out.
    ///   - body: the test; an assertion that fails in it keeps the artifacts, too.
    /// - Returns: what the test returns.
    /// - Throws: what `withLiveReset` throws; `AccessibilityError` when no window can be seen within 10 s.
    public func withUITest<Settings: LaunchSettings, Value: Sendable>(
        _ lender: some AppLender<Settings>, settings: Settings = Settings(), fixture: Fixture? = nil,
        failingOnLeaks: Bool = true, evidence: [any FailureEvidence] = .ofWindows, name: String = #function,
        isolation: isolated (any Actor)? = #isolation,
        file: StaticString = #filePath, line: UInt = #line, _ body: @Sendable (LiveApp<Settings>) async throws -> Value
    ) async throws -> Value {
        try await withLiveReset(
            lender, settings: settings, fixture: fixture, failingOnLeaks: failingOnLeaks, evidence: evidence,
            name: name, isolation: isolation, file: file, line: line
        ) { live in
            try await live.ui.seen()
            return try await body(live)
        }
    }
}
#endif
