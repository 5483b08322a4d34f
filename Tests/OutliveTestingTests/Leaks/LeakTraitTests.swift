import Outlive
import Testing

@testable import OutliveTesting

/// A weak reference to the object that a test tracked; used by one task at a time.
private final class Tracked: @unchecked Sendable {
    weak var session: Session?
}

/// The effects of the trait, called as the runner calls it.
struct LeakTraitTests {
    /// Runs work under the trait, in the current test's name.
    private func check(_ trait: LeakTrait, _ work: @Sendable () async throws -> Void) async throws {
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: work)
    }

    @Test func `Work that tracks nothing fails only on request`() async throws {
        try await check(.failOnLeaks) {}
        try await withKnownIssue {
            try await check(.failOnLeaks(requiringRegistrations: true)) {}
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("no component was tracked in the test") }
        }
    }

    @Test func `Of two nested checks the inner one judges, and the outer one requires nothing of it`() async throws {
        try await check(.failOnLeaks(requiringRegistrations: true)) {
            try await check(.failOnLeaks(requiringRegistrations: true)) {
                LeakRegistry.shared.track(Session())
            }
        }
    }

    @Test func `An error of the work is rethrown`() async {
        struct Trouble: Error {}
        await #expect(throws: Trouble.self) { try await check(.failOnLeaks) { throw Trouble() } }
    }

    @Test(arguments: [false, true])
    func `A check waits for late releases, also in a cancelled test`(isCancelled: Bool) async throws {
        let tracked = Tracked()
        let test = Task {
            try await check(.failOnLeaks(settling: .seconds(60), requiringRegistrations: true)) {
                let session = LeakRegistry.shared.track(Session())
                tracked.session = session
                Task.detached {
                    // The object usually lives until after the check.
                    try await Task.sleep(for: .milliseconds(200))
                    withExtendedLifetime(session) {}
                }
                if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return tracked.session == nil
        }
        #expect(try await test.value, "the check ended before the session")
    }

    @Test func `The controls of a process show that checks can be trusted`() async {
        #expect(await LeakCheck.defect == nil)
    }
}
