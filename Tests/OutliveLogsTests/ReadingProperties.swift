import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// Properties of every log.
@Suite struct ReadingProperties {
    /// A log of all forms, with what makes cutting it hard: long lines, escapes and marks.
    private static let log = Array(
        (Logs.old + Logs.current + Logs.parallel + Logs.current.replacingOccurrences(of: "\n", with: "\u{1B}[0m\r\n")
            + Logs.old.replacingOccurrences(of: "\n", with: "\nXCTestOutputBarrier")
            + String(repeating: "é=' ", count: 30_000) + "\n" + Logs.current).utf8)

    @Test func `The result does not depend on the pieces in which the bytes come`() async {
        let whole = Reading(Self.log)
        #expect(whole.figures.launches == 11)
        for size in [1, 2, 3, 7, 64, 1000, 4096, 65_535, 65_536, 65_537] {
            #expect(Reading(Self.log, pieces: [size]) == whole, "pieces of \(size)")
        }
        await Fuzzing.run(count: 30) { seed in
            var fuzzing = Fuzzing(seed: seed)
            let pieces = (0..<40).map { _ in fuzzing.number(below: fuzzing.one(of: [3, 100, 70_000])) + 1 }
            #expect(Reading(Self.log, pieces: pieces) == whole, "seed \(seed)")
        }
    }

    @Test func `No change of a log makes reading fail or its figures contradict each other`() async {
        let seeds = [Logs.old, Logs.current, Logs.parallel, Logs.current + Logs.current].map { Array($0.utf8) }
        await Fuzzing.run(count: 3000) { seed in
            var fuzzing = Fuzzing(seed: seed)
            var log = fuzzing.one(of: seeds)
            for _ in 0..<fuzzing.number(below: 8) { log = fuzzing.mutate(log) }
            let reading = Reading(log)
            expectSound(reading, "seed \(seed)")
            #expect(Reading(log, pieces: [fuzzing.number(below: 200) + 1]) == reading, "seed \(seed)")
        }
    }

    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            "Test Case 'a' passed (", "Test Case '", "'", "=", "t = ", "t = 1.00s", "\u{1B}[", "\u{1B}]", "\r", "'(",
            "XCTestOutputBarrier", "Test Case 'a' started", "t = 1.00s Open a.b XCTestOutputBarrier", "' passed (1.0 ",
            "Test case 'a' passed on '", "t = 1.00s                Launch XCTestOutputBarrier", "X", "(1",
        ])
    func `The time for a line grows only linearly with its length`(piece: String) {
        let line = String(repeating: piece, count: 70_000 / piece.utf8.count)
        let log = Array((Logs.current + String(repeating: line + "\n", count: 8) + Logs.current).utf8)
        expectSound(Reading(log), "\(piece.debugDescription)")
        #expect(Reading(log, pieces: [5000]) == Reading(log))
    }

    @Test func `Lines in any order are read`() async {
        let lines = (Logs.old + Logs.current + Logs.parallel).components(separatedBy: "\n")
        await Fuzzing.run(count: 500) { seed in
            var fuzzing = Fuzzing(seed: seed)
            let log = (0..<200).map { _ in fuzzing.one(of: lines) }.joined(separator: "\n")
            expectSound(Reading(log), "seed \(seed)")
        }
    }

    private func expectSound(_ reading: Reading, _ about: Comment) {
        for figures in [reading.figures, reading.file.unique] {
            #expect(figures.launchSecondsToIdle <= figures.launchSeconds + 1e-6, about)
            #expect(figures.relaunchSeconds <= figures.launchSeconds + 1e-6, about)
            #expect(figures.relaunches <= figures.launches && figures.unendedLaunches <= figures.launches, about)
            #expect(figures.launchSeconds >= 0 && figures.terminateSeconds >= 0, about)
            #expect(figures.testCasesWithActivities <= figures.testCases, about)
        }
        #expect(reading.file.unique.launches <= reading.figures.launches, about)
        #expect(reading.runs.reduce(0) { $0 + $1.figures.launches } == reading.figures.launches, about)
        #expect(reading.file.cases.reduce(0) { $0 + $1.launches } == reading.file.unique.launches, about)
        #expect(reading.file.suites.reduce(0) { $0 + $1.launches } == reading.file.unique.launches, about)
    }
}
