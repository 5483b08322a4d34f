import Foundation
import OutliveModel
import Testing

/// Logs that CI systems, tools and terminals changed have the same launches.
@Suite struct PrefixTests {
    private static let prefixes = [
        "Build and test\tRun UI tests\t2025-11-28T20:46:24.8353920Z ",
        "\u{FEFF}2025-11-28T20:46:24.8353920Z ",
        "[I 210301 15:37:07 _device:887] logProcess: ",
        "> ", ">> > ", "  ", "\t", "[12:00:00] ", "[2025-11-28T20:46:24.835Z] ", "00:01:02.345 ",
        "_bk;t=1700000000000\u{7}", "\u{1B}_bk;t=1700000000000\u{7}",
        "section_start:1560896352:tests\r\u{1B}[0K", "2025-11-28T20:46:24.835392Z 01O ",
        "worker-1  | ", "ios/ui (1) | ", "log.txt:17:", "[xcodebuild] ", "ünïcode 🛒 ", "t = x: ", "it's t =: ",
        "half a line of the application", "\u{1B}[36;1m", "nul \u{0}\u{0} ",
    ]

    @Test(arguments: prefixes)
    func `A prefix changes nothing`(prefix: String) {
        for log in [Logs.old, Logs.current, Logs.parallel] {
            let changed = log.components(separatedBy: "\n").map { prefix + $0 }.joined(separator: "\n")
            expectSame(Reading(changed), as: Reading(log), ignoring: prefix)
        }
    }

    @Test(arguments: [
        ("\r\n", ""), ("\r\r\n", ""), ("\r", ""), ("\n\n", ""), ("\n\u{0}\n", ""), ("\u{1B}[0m\n", "\u{1B}[1;32m"),
        ("\nXCTestOutputBarrier", ""), ("XCTestOutputBarrier\n", ""), ("XCTestOutputBarrier", ""),
        ("\nXCTestOutputBarrier\n", ""), ("\n", "XCTestOutputBarrierXCTestOutputBarrier"), ("   \n", ""),
        ("\n2025-11-28 20:45:45.378 xcodebuild[5823:29017] [MT] IDETestOperationsObserverDebug: 0.000 sec\n", ""),
        ("\n2021-03-01 15:37:08.010828+0800 Shop-Runner[81644:13765443] t is 5.00s, Open org.example.Shop\n", ""),
        ("\n    /usr/bin/codesign --timestamp=none let t = 5; dt =     1.00s Open org.example.Shop\n", ""),
        ("\n\u{1B}]0;title\u{7}", ""), ("\u{1B}[K\n", ""), ("\n\u{1B}[2K\r", ""),
    ])
    func `Line ends, colours and marks change nothing`(end: String, begin: String) {
        for log in [Logs.old, Logs.current, Logs.parallel] {
            let changed = log.components(separatedBy: "\n").map { begin + $0 }.joined(separator: end)
            expectSame(Reading(changed), as: Reading(log), ignoring: end)
        }
    }

    @Test func `Bytes that are no UTF-8 change nothing but themselves`() {
        let lines = Array(Logs.current.utf8).split(separator: 10)
        let changed = lines.flatMap { line -> [UInt8] in [0xFF, 0xC0, 0x80] + Array(line) + [0xE2, 10] }
        #expect(Reading(changed).figures.launches == 3)
        let name = Array("Test Case '-[A b".utf8) + [0xFF] + Array("]' passed (1.000 seconds).\n".utf8)
        #expect(Reading(name).runs.map(\.test) == ["b\u{FFFD}"])
    }

    @Test func `The links that a terminal shows are no part of a name`() {
        let (begin, end) = ("\u{1B}]8;;file:///tests\u{1B}\\", "\u{1B}]8;;\u{1B}\\")
        let line = "Test Case '-[A \(begin)b\(end)]' passed (1.000 seconds).\n"
        #expect(Reading(line).runs.map(\.test) == ["b"])
    }

    @Test func `The mark of XCTest may stand at any position`() {
        let expected = Reading(Logs.current).figures
        var number = 0
        let changed = Logs.current.components(separatedBy: "\n").map { line in
            number += 7
            let place = line.index(line.startIndex, offsetBy: number % (line.count + 1))
            return line[..<place] + "XCTestOutputBarrier" + line[place...]
        }
        #expect(Reading(changed.joined(separator: "\n")).figures == expected)
    }

    @Test func `A line as long as a log is skipped, and its neighbours are read`() {
        let long = String(repeating: "x = 'y' ", count: 1 << 20)
        let reading = Reading(Logs.old + long + "\n" + Logs.current + long)
        #expect(reading.figures.launches == 4 && reading.odd(.long) == 2)
    }

    private func expectSame(
        _ reading: Reading, as other: Reading, ignoring change: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let about = Comment(rawValue: change.debugDescription)
        #expect(reading.figures == other.figures, about, sourceLocation: sourceLocation)
        #expect(reading.file.unique == other.file.unique, about, sourceLocation: sourceLocation)
        #expect(reading.runs == other.runs, about, sourceLocation: sourceLocation)
        #expect(reading.file.oddLines == other.file.oddLines, about, sourceLocation: sourceLocation)
    }
}
