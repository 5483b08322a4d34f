import OutliveReport
import Testing

@Suite struct ProgressLineTests {
    @Test(arguments: [
        (80, true, "━━━━──────────────────────────  reset 7 of 52, 12 s left"),
        (80, false, "####..........................  reset 7 of 52, 12 s left"),
        (40, false, "#............  reset 7 of 52, 12 s left"), (30, false, "reset 7 of 52, 12 s left"),
        (12, false, "reset 7 of "),
    ])
    func `The bar takes the room beside the text, and goes where there is little`(
        width: Int, unicode: Bool, line: String
    ) {
        #expect(progressLine("reset", done: 7, of: 52, secondsLeft: 11.2, width: width, unicode: unicode) == line)
    }

    @Test func `Work without an end has a count alone`() {
        #expect(progressLine("cycles", done: 3, width: 80, unicode: true) == "cycles 3")
    }

    @Test(arguments: [(0.0, "0 s"), (89.5, "90 s"), (90, "2 min"), (5399, "90 min"), (5400, "2 h")])
    func `The remaining time is rounded up to a unit that fits`(seconds: Double, time: String) {
        let line = progressLine("soak", done: 1, of: 2, secondsLeft: seconds, width: 80, unicode: true)
        #expect(line.hasSuffix("  soak 1 of 2, \(time) left"))
    }

    @Test func `More parts than planned fill the bar`() {
        #expect(progressLine("soak", done: 9, of: 8, width: 24, unicode: false) == "##########  soak 9 of 8")
    }
}
