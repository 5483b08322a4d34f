public import OutliveDriver

#if canImport(XCTest)
public import XCTest
#endif

/// Runs a test with its own fixture, which is removed afterwards, and kept if the test fails.
///
/// For tests that drive their application themselves; `.liveReset` and `withLiveReset` also accept a fixture. XCTest
/// tests call the `XCTestCase` method of this name. The test fails if it throws or if `body` records an issue that is
/// not a known issue. The path of the kept fixture is added to each issue, and listed at the end of the run.
///
/// - Parameters:
///   - fixture: The files for the application.
///   - name: The name of the artifacts, by default the calling function's.
///   - body: The test, which passes the directory's `path` to the application.
/// - Returns: The result of the test.
/// - Throws: `HarnessFailure` if the fixture cannot be created, or the error of `body`.
public func withFixture<Value: Sendable>(
    _ fixture: Fixture, name: String = #function, _ body: @Sendable (FixtureDirectory) async throws -> Value
) async throws -> Value {
    try await fixture.use(in: name, observer: IssueObserver(), body)
}

#if canImport(XCTest)
extension XCTestCase {
    /// Runs a test with its own fixture, which is removed afterwards, and kept if the test fails.
    ///
    /// Parameters, result and errors: see the global function of this name. The test fails if it throws or an
    /// assertion in `body` fails. The path of the kept fixture is listed at the end of the run.
    public func withFixture<Value: Sendable>(
        _ fixture: Fixture, name: String = #function, isolation: isolated (any Actor)? = #isolation,
        _ body: @Sendable (FixtureDirectory) async throws -> Value
    ) async throws -> Value {
        RunObserver.install()
        return try await fixture.use(in: name, observer: XCTestObserver(self), body)
    }
}
#endif

extension Fixture {
    fileprivate func use<Value: Sendable>(
        in test: String, observer: any FailureObserver, _ body: @Sendable (FixtureDirectory) async throws -> Value
    ) async throws -> Value {
        let directory = try await onOwnThread { _ in try FixtureDirectory(self, label: "fixture") }
        let artifacts = Artifacts(of: test)
        let result = await Result(awaiting: {
            try await observer.run(adding: { artifacts.announce() }) { try await body(directory) }
        })
        let hasFailed = result.isFailure || observer.hasFailed
        try? await onOwnThread { _ in
            if hasFailed { artifacts.keep(directory) }
            directory.remove()
        }
        return try result.get()
    }
}
