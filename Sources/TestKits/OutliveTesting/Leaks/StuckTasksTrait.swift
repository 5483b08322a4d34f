#if canImport(Testing)
internal import OutliveModel
public import Testing

/// A trait that fails a test if it leaves a task that nothing can resume; created by `.failOnStuckTasks`.
public struct StuckTasksTrait: TestTrait, SuiteTrait, TestScoping {
    /// `true`: the trait of a suite applies to all its tests and nested suites.
    public var isRecursive: Bool { true }

    /// Returns a scope for each test case.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> StuckTasksTrait? {
        testCase == nil ? nil : self
    }

    /// Runs a test case and records an issue for each kind of stuck tasks, at the line of their `Task {}`.
    ///
    /// - Throws: The error of the test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let check = StuckTaskCheck()
        let result = await Result(awaiting: {
            try await StuckTaskCheck.$current.withValue(check) { try await function() }
        })
        switch await check.complaints() {
        case .success(let complaints):
            for complaint in complaints {
                Issue.record(
                    Comment(rawValue: complaint.text), sourceLocation: complaint.sourceLocation ?? test.sourceLocation)
            }
        case .failure(let failure):
            Issue.record(Comment(rawValue: failure.message), sourceLocation: test.sourceLocation)
        }
        try result.get()
    }
}

extension StuckTaskCheck.Complaint {
    fileprivate var sourceLocation: SourceLocation? {
        guard let location, let file = location.file.split(separator: "/").last else { return nil }
        return SourceLocation(
            fileID: "\(module ?? "?")/\(file)", filePath: location.file, line: max(location.line, 1), column: 1)
    }
}

extension Trait where Self == StuckTasksTrait {
    /// Fails a test if it leaves a task that nothing can resume.
    ///
    /// The check covers the tasks that the test and its tasks create, except detached ones. It needs the heap tier in
    /// the test process, and fails the test without it.
    public static var failOnStuckTasks: Self { StuckTasksTrait() }
}
#endif
