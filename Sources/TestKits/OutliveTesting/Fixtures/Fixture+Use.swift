internal import OutliveDriver

extension Fixture {
    /// Runs a test with its own fixture, which is kept if the test fails.
    ///
    /// - Parameters:
    ///   - test: the name of the artifacts.
    ///   - watch: observes failures that are not thrown.
    /// - Returns: the result of the test.
    /// - Throws: `Failure` if the fixture cannot be created; the error of the test.
    func use<Value: Sendable>(
        in test: String, watch: any FailureObserver, _ body: @Sendable (FixtureDirectory) async throws -> Value
    ) async throws -> Value {
        let directory = try await onOwnThread { _ in try FixtureDirectory(self, label: "fixture") }
        let artifacts = Artifacts(of: test)
        let result: Result<Value, any Error>
        do {
            result = .success(try await watch.run(adding: { artifacts.announce() }) { try await body(directory) })
        } catch {
            result = .failure(error)
        }
        let hasFailed = result.isFailure || watch.sawFailure
        try? await onOwnThread { _ in
            if hasFailed { artifacts.keep(directory) }
            directory.remove()
        }
        return try result.get()
    }
}
