import Foundation
import OutliveModel
import Testing

/// Lines that XCTest did not write, and lines of XCTest that were changed.
@Suite struct ForeignLineTests {
    /// A test case of the given activity lines, which takes a minute.
    private func test(_ lines: String) -> Reading {
        Reading("Test Case '-[A b]' started.\n\(lines)\nTest Case '-[A b]' passed (60.000 seconds).\n")
    }

    private static let launch = """
            t =     1.00s Open org.example.Shop
            t =     1.01s     Launch org.example.Shop
        MIDDLE
            t =     1.50s         Setting up automation session
            t =     2.00s         Wait for org.example.Shop to idle
            t =     3.00s Tap "a" Button
        """

    @Test(arguments: [
        "2025-01-01 10:00:00 Shop[1:2] [net] GET /x done t = 0.231s", "Animation finished at t = 1.5s",
        "XCTAssert t = 5.00s failed", "Shop[1:2] t = 0.35s elapsed", "at t = 12.25s Tap", "t =     1.25s",
        "at t =      1.5s Tap", "at t =     1.255s Tap",
    ])
    func `Times that the application prints end no launch`(line: String) {
        let reading = test(Self.launch.replacingOccurrences(of: "MIDDLE", with: line))
        #expect(reading.figures.launches == 1 && same(reading.figures.launchSeconds, 2))
        #expect(same(reading.figures.launchSecondsToIdle, 1) && reading.file.oddLines.isEmpty)
    }

    @Test func `Times without their padding are read at the beginning of a line, and noted`() {
        let changed = Self.launch.replacingOccurrences(of: "MIDDLE\n", with: "")
            .replacingOccurrences(of: "t =     ", with: "t = ")
        for quoted in [changed, changed.replacingOccurrences(of: "    t = ", with: "> t = ")] {
            let reading = test(quoted)
            #expect(reading.figures.launches == 1 && same(reading.figures.launchSeconds, 2))
            #expect(reading.odd(.unpadded) == 5)
        }
    }

    @Test func `Without indentation, launches are counted and have no time`() {
        let collapsed = Self.launch.replacingOccurrences(of: "MIDDLE\n", with: "")
            .replacingOccurrences(of: " +", with: " ", options: .regularExpression)
        let reading = test(collapsed)
        #expect(reading.figures.launches == 1 && reading.figures.unendedLaunches == 1)
        #expect(reading.figures.launchSeconds == 0 && reading.figures.launchSecondsToIdle == 0)
        #expect(reading.odd(.unpadded) == 5 && reading.odd(.openWithoutLaunch) == 0)
    }

    @Test func `An Open with other output before it is the beginning of its launch`() {
        for open in ["org.example.Shop/var/log opened", "org.example.Shop2025-01-01 12:00:00 hello", "Shop: hello"] {
            let glued = Self.launch.replacingOccurrences(of: "MIDDLE\n", with: "")
                .replacingOccurrences(of: "Open org.example.Shop", with: "Open " + open)
            let reading = test(glued)
            #expect(reading.figures.launches == 1 && same(reading.figures.launchSeconds, 2), "\(open)")
        }
    }

    @Test func `Lines after a test case has ended are not those of one that crashed before`() {
        let crash = "Test Case '-[A crash]' started.\n" + Self.launch.components(separatedBy: "MIDDLE")[0]
        let reading = Reading(crash + Logs.current + "    t =     5.00s Tap \"a\" Button\n")
        #expect(reading.figures.launches == 4 && reading.figures.unendedLaunches == 1)
        #expect(reading.odd(.outsideTestCases) == 1 && reading.odd(.startWithoutEnd) == 1)
        #expect(same(reading.figures.launchSeconds, Reading(Logs.current).figures.launchSeconds))
    }

    @Test func `Steps of a test that wait for idle make no launch of an activity with that name`() {
        let reading = test(
            """
                t =     1.00s Launch screen shows the logo
                t =     1.10s     Tap "logo" Button
                t =     1.20s         Wait for org.example.Shop to idle
                t =     2.00s Launch v1.2
                t =     2.10s     Tap "new" Button
                t =     3.00s Launch v1.2.3
                t =     3.10s     Tap "new" Button
                t =     4.00s Launch two.parts
                t =     4.10s     Wait for two.parts to idle
                t =     6.00s Tear Down
            """)
        #expect(reading.figures.launches == 1 && same(reading.figures.launchSeconds, 2))
    }

    @Test func `A launch that failed is one, for any name of the application`() {
        let reading = test(
            """
                t =     1.00s Launch Shop
                t =    31.00s     Assertion Failure: <unknown>:0: Failure attempting to launch
                t =    32.00s Launch screen
                t =    32.10s     Tap "a" Button
                t =    33.00s     Assertion Failure: A.swift:1: no logo
                t =    34.00s Tear Down
            """)
        #expect(reading.figures.launches == 1 && same(reading.figures.launchSeconds, 31))
    }

    @Test func `A failed wait for idle took since it began, across any lines between`() {
        let reading = test(
            """
                t =     1.00s Tap "a" Button
                t =     2.00s     Wait for org.example.Shop to idle
                t =    30.00s         Interface orientation changed to Portrait
                t =    62.00s         App event loop idle notification not received, will attempt to continue.
                t =    64.00s         App animations complete notification not received, will attempt to continue.
                t =    65.00s Tear Down
            """)
        #expect(reading.figures.idleTimeouts == 2 && same(reading.figures.idleTimeoutSeconds, 62))
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func `A log in UTF-16 is read, in pieces of any size`(encoding: String.Encoding) throws {
        let log = Logs.current.replacingOccurrences(of: "testAdd", with: "testLöschen🛒")
        let bytes = Array(try #require(("\u{FEFF}" + log).data(using: encoding)))
        let expected = Reading(log)
        for size in [1, 2, 3, 64, bytes.count] {
            let reading = Reading(bytes, pieces: [size])
            #expect(reading.runs == expected.runs && reading.figures == expected.figures)
            #expect(reading.file.lines == expected.file.lines && reading.file.bytes == bytes.count)
        }
        // Half a pair, and half a character.
        #expect(Reading(bytes + [0x00, 0xD8, 0x00]).figures == expected.figures)
    }

    @Test func `Unfinished relaunches do not count as savings of resets`() {
        let crash = """
            Test Case '-[A b]' started.
                t =     0.10s Open org.example.Shop
                t =     0.10s     Launch org.example.Shop

            """
        let figures = Reading(Logs.current + crash).figures
        #expect(figures.relaunches == 3 && figures.unendedRelaunches == 1)
        let savings = LaunchSavings(reset: ResetCost(seconds: 1), unique: figures)
        #expect(savings.resets == 2 && savings.untimedRelaunches == 1 && same(savings.savedSeconds, 5))
    }
}
