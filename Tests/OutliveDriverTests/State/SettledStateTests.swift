import OutliveModel
import OutliveTestSupport
import Testing

@testable import OutliveDriver

struct SettledStateTests {
    /// An application that shows one state after the other, and the last one for good.
    private actor Showing: Application {
        private var states: [ProcessState]

        init(_ states: [ProcessState]) { self.states = states }

        func state() -> ProcessState? { states.count > 1 ? states.removeFirst() : states.first }

        func start(_ input: LaunchInput?) -> Double { 0 }
        func stop() -> Double { 0 }
        func reset(_ input: LaunchInput?) -> Double { 0 }
        func ping() -> Double? { nil }
        func work() -> Double? { nil }
        func probe() -> [UInt8]? { nil }
        func settled() -> GenerationReport? { nil }
        var hello: RegistryStatus? { nil }
        func vitals() -> Vitals? { nil }
        func death() -> Failure? { nil }
        var traces: ProcessTraces? { nil }
    }

    private static func state(_ threads: Int) -> ProcessState {
        ProcessState(facts: [.threads: ["worker": .count(threads)]])
    }

    @Test func `A state is settled if it stays the same for a while, not after two equal readings`() async {
        let application = Showing([1, 1, 1, 2, 2, 3].map(Self.state))
        #expect(await application.settledState(clock: ManualClock()) == Self.state(3))
    }

    @Test func `A state that never settles is read after two seconds`() async {
        let clock = ManualClock()
        let start = clock.now
        let states = (1...1_000).map(Self.state)
        #expect(await Showing(states).settledState(clock: clock) == Self.state(41))
        #expect(start.duration(to: clock.now) == .seconds(2))
    }

    @Test func `An empty state is not waited for`() async {
        #expect(await Showing([]).settledState(clock: ManualClock()) == nil)
    }
}
