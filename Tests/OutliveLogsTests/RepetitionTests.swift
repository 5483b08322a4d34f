import Foundation
import OutliveModel
import Testing

/// Blocks that a report has several times.
@Suite struct RepetitionTests {
    @Test func `Repetitions within a report count once`() {
        let once = Reading(Logs.current)
        let thrice = Reading(Logs.current + "Test session results:\n" + Logs.current + Logs.current)
        #expect(thrice.figures.launches == 9 && same(thrice.figures.launchSeconds, 3 * once.figures.launchSeconds))
        #expect(thrice.file.unique == once.file.unique && once.file.unique == once.figures)
        #expect(thrice.file.cases == once.file.cases && thrice.file.suites == once.file.suites)
        #expect(thrice.runs.map(\.isRepeated) == [false, false, true, true, true, true])
    }

    @Test(arguments: [("0.29s", "0.30s"), ("12:35:20.513", "12:36:20.513"), ("5.00s Waiting", "5.00s  Waiting")])
    func `A run that differs in a line is another`(text: String, other: String) {
        let changed = Logs.current.replacingOccurrences(of: text, with: other)
        #expect(Reading(Logs.current + changed).file.unique.launches == 4)
    }

    @Test func `The same lines of another test are another run`() {
        let changed = Logs.current.replacingOccurrences(of: "CartTests", with: "PayTests")
        #expect(Reading(Logs.current + changed).file.unique.launches == 6)
    }

    @Test func `Lines before and between test cases do not matter`() {
        let lines = Logs.current.components(separatedBy: "\n").map { "job\tstep\t2025-11-28T20:46:24.8353920Z \($0)" }
        let prefixed = lines.joined(separator: "\r\n2025-11-28 20:40:25.253 Shop[6229:31287] note\r\n")
        #expect(Reading(Logs.current + "\n" + prefixed).file.unique == Reading(Logs.current).file.unique)
    }

    @Test func `Tests without activities differ by their time`() {
        let other = Logs.parallel.replacingOccurrences(of: "5.283", with: "5.284")
        let reading = Reading(Logs.parallel + Logs.parallel + other)
        #expect(reading.figures.testCases == 12 && reading.file.unique.testCases == 5)
    }
}
