import Outlive
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AlarmTests {
    private final class Held: Sendable {}

    @Test func `An alarm goes off, at once if its time has passed`() async {
        for pause in [Duration.seconds(-1), .zero, .milliseconds(1)] {
            let rung = FirstOf<Bool>()
            let alarm = Alarm(after: pause) { rung.give(true) }
            #expect(await rung.value)
            withExtendedLifetime(alarm) {}
        }
    }

    @Test func `A cancelled alarm releases its action long before its time`() async throws {
        weak var held: Held?
        let alarm: Alarm
        do {
            let own = Held()
            held = own
            alarm = Alarm(after: .seconds(3_600)) { withExtendedLifetime(own) {} }
        }
        #expect(held != nil)
        alarm.cancel()
        let end = ContinuousClock.now.advanced(by: .seconds(120))
        while held != nil, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(1)) }
        #expect(held == nil)
    }

    @Test func `Of racing values the first counts, for any time of waiting`() async {
        let early = FirstOf<Int>()
        early.give(1)
        early.give(2)
        #expect(await early.value == 1)
        let late = FirstOf<Int>()
        async let value = late.value
        for number in 3...100 { late.give(number) }
        #expect(await value == 3)
    }
}
