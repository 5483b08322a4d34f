import Outlive
import Testing

@testable import OutliveTesting

/// What the trait does, called as the runner would call it.
struct LeakTraitTests {
    /// Runs work under the trait, in the current test's name.
    private func check(_ trait: LeakTrait, _ work: @Sendable () async throws -> Void) async throws {
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: work)
    }

    @Test func `Work that tracks nothing fails only where that is required`() async throws {
        try await check(.failOnLeaks) {}
        try await withKnownIssue {
            try await check(.failOnLeaks(requiringRegistrations: true)) {}
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("no component was tracked in the test") }
        }
    }

    @Test func `Of two checks the inner one judges, and the outer one requires nothing of it`() async throws {
        try await check(.failOnLeaks(requiringRegistrations: true)) {
            try await check(.failOnLeaks(requiringRegistrations: true)) {
                LeakRegistry.shared.track(Session())
            }
        }
    }

    @Test func `What the work throws is thrown`() async {
        struct Trouble: Error {}
        await #expect(throws: Trouble.self) { try await check(.failOnLeaks) { throw Trouble() } }
    }

    @Test func `What goes away while the check settles is no issue`() async throws {
        try await check(.failOnLeaks(settling: .seconds(60))) {
            let session = LeakRegistry.shared.track(Session())
            Task { @MainActor in
                await Task.yield()
                withExtendedLifetime(session) {}
            }
        }
    }

    @Test func `What goes away late is no issue of a test that was cancelled, either`() async throws {
        let test = Task {
            try await check(.failOnLeaks(settling: .seconds(60))) {
                let session = LeakRegistry.shared.track(Session())
                Task.detached {
                    // So that the check looks before it is gone, as a rule.
                    try await Task.sleep(for: .milliseconds(200))
                    withExtendedLifetime(session) {}
                }
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        try await test.value
    }

    @Test func `The controls of a process find that checks can be trusted`() async {
        #expect(await ControlRun.shared.blindness == nil)
    }
}
