#if canImport(Testing)
internal import OutliveModel
internal import OutliveSupport
public import Testing

/// A trait that fails a test if objects that it left cannot be reached, or components that it tracked are still alive.
///
/// It is created by `.failOnLeaks`.
public struct LeakTrait: TestTrait, SuiteTrait, TestScoping {
    let settling: Duration
    let requiresRegistrations: Bool

    /// `true`: the trait of a suite applies to all its tests and nested suites.
    public var isRecursive: Bool { true }

    /// Returns a scope for each test case.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> LeakTrait? { testCase == nil ? nil : self }

    /// Runs a test case and records an issue for each cause of leaks at its registration site.
    ///
    /// The report is kept among the artifacts, whose path each issue includes.
    ///
    /// - Throws: The error of the test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let terms = LeakCheck.Terms(
            test: test.displayName ?? test.name, source: test.sourceLocation.sourceFile, settling: settling,
            requiresRegistrations: requiresRegistrations, watched: RanTest(test))
        let (result, outcome) = await LeakCheck.run(terms) { try await function() }
        for complaint in outcome.complaints { Issue.record(complaint, adding: outcome.artifacts) }
        if let defect = outcome.defect { Issue.record(Comment(rawValue: defect), sourceLocation: test.sourceLocation) }
        try result.get()
    }
}

extension RanTest {
    /// The test of swift-testing, without the times at which it ran.
    fileprivate init(_ test: Test) {
        let place = test.sourceLocation
        self.init(
            library: .testing, module: test.id.moduleName, path: test.id.nameComponents, file: place.fileID,
            line: place.line)
    }
}

extension Trait where Self == LeakTrait {
    /// Fails a test if it leaves leaks behind.
    ///
    /// Each test of a suite is checked separately, even in parallel. Run by `outlive test`, the check covers all objects:
    /// those that nothing can reach any more, and that the test surely allocated, in any task. Objects that something
    /// still refers to are left to `outlive test` itself, which lets the test run again to see whether they grow.
    /// Elsewhere, and in addition, the check covers the objects that the test's tasks pass to
    /// `LeakRegistry.shared.track`: these must be gone, except those declared `.process(reason:)`. The summary of the run
    /// says which of both was watched. Leaks that `outlive.known.yml` accepts do not fail it.
    public static var failOnLeaks: Self { failOnLeaks() }

    /// Fails a test if it leaves leaks behind; see `failOnLeaks`.
    ///
    /// Leaks that `outlive.known.yml` accepts do not fail it: the list in the nearest folder above the test's source
    /// file, up to its checkout, or else in the working directory.
    ///
    /// - Parameters:
    ///   - time: The settle deadline; the test ends as soon as all components are released.
    ///   - requiringRegistrations: `true` to fail a test that tracks nothing where tracked components alone are watched.
    ///     Otherwise the summary of the run counts and lists such tests.
    public static func failOnLeaks(
        settling time: Duration = .seconds(2), requiringRegistrations: Bool = false
    ) -> Self {
        LeakTrait(settling: time, requiresRegistrations: requiringRegistrations)
    }
}
#endif
