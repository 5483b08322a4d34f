internal import OutliveDriver

extension Fixture {
    /// Runs a test on a fixture of its own, and keeps that when the test fails.
    ///
    /// - Parameters:
    ///   - test: what artifacts are called by.
    ///   - watch: sees whether the test fails without throwing.
    /// - Returns: what the test returns.
    /// - Throws: `Failure` when the fixture cannot be made; what the test throws.
    func use<Value: Sendable>(
        in test: String, watch: any TestWatch, _ body: @Sendable (FixtureDirectory) async throws -> Value
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
