import Foundation
import OutliveDriver
import OutliveTesting
import Testing

@testable import note_service

/// Every case against the live service, which is reset for it: in random order, and as many at once as there are
/// instances.
@Suite(.sharedService, .timeLimit(.minutes(10)))
struct LiveSuiteTests {
    @Test(arguments: LiveCase.all.shuffledForRun)
    func `The live service passes its suite`(_ live: LiveCase) async throws {
        try await #require(SharedService.current).run(live, failingOn: [.leaks, .state])
    }
}

extension Trait where Self == SharedService {
    /// Starts the service for a suite, and judges the whole run at its end.
    fileprivate static var sharedService: Self { SharedService() }
}

/// The service that all tests of a suite share.
struct SharedService: SuiteTrait, TestScoping {
    @TaskLocal static var current: LiveService?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        print("the live suite runs in the order of NOTES_LIVE_SEED=\(RandomOrder.seed)")
        let service = try LiveService(data: try await DataFile())
        do {
            try await Self.$current.withValue(service) { try await function() }
        } catch {
            // The error of the suite matters more than a failure to stop the instances.
            try? await service.pool.stop()
            throw error
        }
        let tally = await service.tally()
        try await service.pool.stop()
        #expect(tally.fallbacks == 0, "a reset that failed was made up for by a relaunch")
        #expect(tally.launches == tally.instances, "each instance that is used is launched once")
        #expect(LiveCase.all.count >= 30)
    }
}
