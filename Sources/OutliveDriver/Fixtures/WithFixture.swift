internal import OutliveModel

/// Runs a test on a fixture of its own, which is removed after it, and kept when it throws.
///
/// A test that is cancelled has not failed: nothing is kept of it. When keeping fails, the test's own error is thrown all
/// the same.
///
/// - Parameters:
///   - fixture: what the application is to find.
///   - label: names the test.
///   - artifacts: the directory in which to keep it, in a folder called after the label.
///   - body: the test; it gives the directory's `path` to the application.
/// - Throws: `Failure` when the fixture cannot be made; what `body` throws.
public func withFixture<Result>(
    _ fixture: Fixture, label: String, keepingFailuresIn artifacts: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (FixtureDirectory) async throws -> Result
) async throws -> Result {
    let directory = try await onOwnThread { _ in try FixtureDirectory(fixture, label: label) }
    let result: Result
    do {
        result = try await body(directory)
    } catch {
        let isFailure = !(error is CancellationError)
        try? await onOwnThread { _ in
            if isFailure { _ = try? directory.keep(in: artifacts) }
            directory.remove()
        }
        throw error
    }
    try await onOwnThread { _ in directory.remove() }
    return result
}
