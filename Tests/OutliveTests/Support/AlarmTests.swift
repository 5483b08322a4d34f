import Outlive
import OutliveSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AlarmTests {
    private final class Held: Sendable {}

    @Test func `An alarm goes off, at once where its time has passed`() async {
        for pause in [Duration.seconds(-1), .zero, .milliseconds(1)] {
            let rung = Promise<Bool>()
            let alarm = Alarm(after: pause) { rung.fulfil(true) }
            #expect(await rung.getEvenIfCancelled())
            withExtendedLifetime(alarm) {}
        }
    }

    @Test func `An alarm that is called off lets go of what it was to do long before its time`() async throws {
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

    @Test func `Of values that race the first counts, whenever it is waited for`() async {
        let early = Promise<Int>()
        early.fulfil(1)
        early.fulfil(2)
        #expect(await early.getEvenIfCancelled() == 1)
        let late = Promise<Int>()
        async let value = late.getEvenIfCancelled()
        for number in 3...100 { late.fulfil(number) }
        #expect(await value == 3)
    }
}
