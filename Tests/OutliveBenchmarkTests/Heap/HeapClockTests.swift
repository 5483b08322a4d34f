import Testing

@testable import OutliveBenchmark

@Suite struct HeapClockTests {
    @Test(arguments: [
        (Duration.milliseconds(2), Duration.milliseconds(98)), (.milliseconds(5), .milliseconds(95)),
        (.milliseconds(50), .milliseconds(950)), (.seconds(10), .seconds(190)), (.zero, .milliseconds(100)),
    ])
    func `Censuses take 5 % of the time at most`(cost: Duration, pause: Duration) {
        #expect(HeapClock.pause(after: cost, every: .milliseconds(100)) == pause)
        #expect(cost <= (cost + pause) / 20)
    }
}
