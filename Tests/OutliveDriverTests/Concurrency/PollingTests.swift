import Testing

@testable import OutliveDriver

struct PollingTests {
    @Test func `The pauses of a measurement are a hundredth of the wait, within bounds`() {
        let pauses = BackOff.hundredth(longest: .milliseconds(5))
        #expect(pauses.next(waited: .zero, checks: 1) == .microseconds(200))
        #expect(pauses.next(waited: .milliseconds(100), checks: 2) == .milliseconds(1))
        #expect(pauses.next(waited: .seconds(60), checks: 3) == .milliseconds(5))
    }

    @Test func `Without a limit, polling continues until there is an answer`() async throws {
        let clock = ManualClock()
        var asked = 0
        let polled = try await poll(within: nil, pauses: .doubling, clock: clock) { () -> Bool? in
            asked += 1
            return clock.now.time > .seconds(3_600) ? true : nil
        }
        #expect(polled.answer == true)
        #expect(polled.checks == asked)
        #expect(polled.waited == clock.now.time)
    }
}
