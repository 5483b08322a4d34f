import FoundationEssentials
import Glibc
import OutliveModel
import Testing

@testable import OutliveDriver

/// The triggers by which a program that links Outlive can be given settings.
let triggers = ["http", "signal:RTMIN+1"]

/// Runs a test on the fixture's `host`, and stops it however the test ends.
func withHosted<Result: Sendable>(
    _ flags: String = "", ready: String = "notify", reset: String = "http", timeout: Duration = .seconds(60),
    policy: FallbackPolicy = .allow, _ body: (AppUnderTest<HostedSettings>) async throws -> Result
) async throws -> Result {
    let configuration = try ApplicationConfiguration(
        launch: BuiltProduct.launch("outlive-fixture", "host " + flags), ready: ready, reset: reset,
        stop: StopPolicy(grace: .milliseconds(200)), timeout: timeout, settle: .milliseconds(100))
    let app = try AppUnderTest(configuration, settings: HostedSettings.self, policy: policy)
    do {
        let result = try await body(app)
        try await app.stop()
        return result
    } catch {
        try await app.stop()
        throw error
    }
}

extension AppUnderTest {
    /// Waits until the application has printed a line of this content, after the number of its process.
    ///
    /// - Returns: the number of the process.
    func awaitLine(_ content: String) async throws -> pid_t {
        try await pollUntilAnswered {
            let words = await self.log.split(separator: "\n").last { $0.hasSuffix(" " + content) }?.split(
                separator: " ")
            return words?.first.flatMap { pid_t($0) }
        }
    }
}
