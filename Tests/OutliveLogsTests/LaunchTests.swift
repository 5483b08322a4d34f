import Foundation
import OutliveModel
import Testing

/// The detection of launches, with their start and end.
@Suite struct LaunchTests {
    /// A test case of the given activity lines, which takes a minute.
    private func test(_ lines: String) -> Reading {
        Reading("Test Case '-[A b]' started.\n\(lines)\nTest Case '-[A b]' passed (60.000 seconds).\n")
    }

    @Test func `Xcode 7 and 8: a Launch without Open lasts until the next line at its depth`() {
        let reading = Reading(Logs.old)
        #expect(reading.figures.launches == 1 && reading.figures.relaunches == 0)
        #expect(same(reading.figures.launchSeconds, 7.16))
        #expect(same(reading.figures.launchSecondsToIdle, 6.38))
        #expect(same(reading.figures.testSeconds, 7.2))
        #expect(reading.file.oddLines.isEmpty)
    }

    @Test func `Xcode 9 and later: an Open around a Launch is one launch`() {
        let reading = Reading(Logs.current)
        #expect(reading.figures.testCases == 2 && reading.figures.testCasesWithActivities == 2)
        #expect(reading.figures.launches == 3 && reading.figures.relaunches == 2)
        #expect(same(reading.figures.launchSeconds, 4.72 + 4 + 3))
        #expect(same(reading.figures.launchSecondsToIdle, 3.12 + 2 + 1))
        #expect(same(reading.figures.relaunchSeconds, 7))
        #expect(same(reading.figures.relaunchSecondsToIdle, 3))
        #expect(reading.odd(.untimed) == 1)
    }

    @Test func `A Terminate outside of launches is counted apart, up to the next line or the end of the test`() {
        let figures = Reading(Logs.current).figures
        #expect(figures.terminates == 2)
        #expect(same(figures.terminateSeconds, 1.05 + 1))
    }

    @Test func `An Open around an Activate is an activation, and so is an Activate alone`() {
        let reading = test(
            """
                t =     1.00s Open org.example.Shop
                t =     1.01s     Activate org.example.Shop
                t =     1.10s         Wait for org.example.Shop to idle
                t =     2.00s Tap "a" Button
                t =     3.00s Activate org.example.Other
                t =     4.00s Tear Down
            """)
        #expect(reading.figures.activations == 2 && reading.figures.launches == 0)
        #expect(reading.figures.launchSeconds == 0 && reading.file.oddLines.isEmpty)
    }

    @Test func `An Open around both is a launch`() {
        let reading = test(
            """
                t =     1.00s Open org.example.Shop
                t =     1.01s     Activate org.example.Shop
                t =     1.10s         Launch org.example.Shop
                t =     2.50s Tap "a" Button
            """)
        #expect(reading.figures.activations == 0 && reading.figures.launches == 1)
        #expect(same(reading.figures.launchSeconds, 1.5))
    }

    @Test func `An Activate around an Open is of the Open's kind`() {
        func around(_ verb: String) -> Reading {
            test(
                """
                    t =     1.00s Activate org.example.Shop
                    t =     1.01s     Open org.example.Shop
                    t =     1.10s         \(verb) org.example.Shop
                    t =     2.51s Tap "a" Button
                """)
        }
        #expect(around("Launch").figures.activations == 0 && around("Launch").figures.launches == 1)
        #expect(same(around("Launch").figures.launchSeconds, 1.5))
        #expect(around("Activate").figures.activations == 1 && around("Activate").figures.launches == 0)
        #expect(around("Wait for").figures.activations == 1 && around("Wait for").file.oddLines.isEmpty)
    }

    @Test func `An Open with neither is counted as odd`() {
        let reading = test("    t =     1.00s Open org.example.Shop\n    t =     2.00s Tap \"a\" Button")
        #expect(reading.figures.launches == 0 && reading.odd(.openWithoutLaunch) == 1)
    }

    @Test(arguments: [
        "Tap \"Buy\" Button", "Tear Down", "Open org.example.Shop", "Terminate org.example.Shop:1",
        "Capture Localization Screenshots", "Find the Target Application 'org.example.Shop'", "",
    ])
    func `A launch ends with any line at its depth or above`(text: String) {
        let reading = test(
            """
                t =     1.00s     Open org.example.Shop
                t =     1.01s         Launch org.example.Shop
                t =     1.10s             Wait for org.example.Shop to idle
                t =     3.25s     \(text)
                t =     9.00s Tear Down
            """)
        #expect(reading.figures.launches == 1)
        #expect(same(reading.figures.launchSeconds, 2.25), "\(text)")
    }

    @Test func `A failure that shifts the depth ends no launch too early`() {
        // Open three levels deep, and the steps after it two.
        let reading = test(
            """
                t =     0.50s     Assertion Failure: ShopUITests.swift:5: No matches found for Find: {(
            Other, 0x60000018b2c0, traits: 8589934592,
            )}
                t =     1.00s             Open org.example.Shop
                t =     1.01s                 Launch org.example.Shop
                t =     1.50s                     Wait for org.example.Shop to idle
                t =     4.00s         Tap "a" Button
                t =     5.00s Tear Down
            """)
        #expect(reading.figures.launches == 1)
        #expect(same(reading.figures.launchSeconds, 3) && same(reading.figures.launchSecondsToIdle, 0.5))
    }

    @Test func `A launch that failed counts in full`() {
        let reading = test(
            """
                t =    10.01s         Launch org.example.Shop
                t =    46.77s             Assertion Failure: <unknown>:0: Failure attempting to launch <XCUIApplicationImpl
            The request was denied by service delegate.
                t =    46.80s     Tear Down
            """)
        #expect(reading.figures.launches == 1)
        #expect(same(reading.figures.launchSeconds, 36.79) && same(reading.figures.launchSecondsToIdle, 36.76))
    }

    @Test func `A launch without a later line is counted without a time`() {
        let crash = """
            Test Case '-[A b]' started.
                t =     0.00s Start Test at 2025-11-25 12:35:20.513
                t =     0.10s Open org.example.Shop
                t =     0.10s     Launch org.example.Shop
                t =     0.90s         Setting up automation session

            """
        for log in [crash, crash + Logs.current] {
            let reading = Reading(log)
            #expect(reading.figures.unendedLaunches == 1 && reading.odd(.startWithoutEnd) == 1)
        }
        #expect(Reading(crash).figures.launches == 1 && Reading(crash).figures.launchSeconds == 0)
        #expect(same(Reading(crash).figures.testSeconds, 0.9))
        let both = Reading(crash + Logs.current)
        #expect(both.figures.launches == 4 && both.figures.testCases == 3)
        #expect(same(both.figures.launchSeconds, Reading(Logs.current).figures.launchSeconds))
    }

    @Test func `Activities that a test names as XCTest does are no launches`() {
        let reading = test(
            """
                t =     0.10s Open the settings
                t =     0.20s     Tap "Settings" Button
                t =     0.50s Launch the app
                t =     0.50s     Open org.example.Shop
                t =     0.51s         Launch org.example.Shop
                t =     1.00s             Wait for org.example.Shop to idle
                t =     2.00s     Tap "a" Button
                t =     5.00s Launch rocket
                t =     5.10s     Tap "Start" Button
                t =     6.00s Open the menu
                t =     6.01s     Terminate org.example.Shop:5
                t =     6.50s Terminate the session
                t =     7.00s Activate coupon
                t =     8.00s Tear Down
            """)
        #expect(reading.figures.launches == 1 && same(reading.figures.launchSeconds, 1.5))
        #expect(reading.figures.activations == 0 && reading.file.oddLines.isEmpty)
        #expect(reading.figures.terminates == 1 && same(reading.figures.terminateSeconds, 0.49))
    }

    @Test func `A Launch of a name that is no bundle identifier counts if only launches contain such lines`() {
        let reading = test(
            """
                t =     0.50s Launch Shop
                t =     0.60s     Waiting for accessibility to load
                t =     2.00s     Wait for app to idle
                t =     3.00s Tear Down
            """)
        #expect(reading.figures.launches == 1 && same(reading.figures.launchSeconds, 2.5))
    }

    @Test func `Time-outs of idle waits are counted apart, with the wait before them`() {
        let reading = test(
            """
                t =     0.10s     Launch org.example.Shop
                t =     6.05s         Wait for app to idle
                t =   126.71s             App event loop idle notification not received, will attempt to continue.
                t =   126.71s             App animations complete notification not received, will attempt to continue.
                t =   127.00s Tap "a" Button
                t =   128.00s     Wait for app to idle
                t =   188.00s         App event loop idle notification not received, will attempt to continue.
            """)
        #expect(reading.figures.idleTimeouts == 3)
        #expect(same(reading.figures.idleTimeoutSeconds, 180.66))
        #expect(same(reading.figures.idleTimeoutSecondsInLaunches, 120.66))
        #expect(same(reading.figures.launchSeconds, 126.9) && same(reading.figures.launchSecondsToIdle, 5.95))
    }

    @Test func `A relaunch is one of an application that was launched before or had to be terminated`() {
        let first = """
                t =     0.10s Open org.example.Shop
                t =     0.10s     Launch org.example.Shop
                t =     1.00s Open org.example.Mail
                t =     1.00s     Launch org.example.Mail
                t =     2.00s Tear Down
            """
        #expect(test(first).figures.launches == 2 && test(first).figures.relaunches == 0)
        let terminated = first.replacingOccurrences(
            of: "Launch org.example.Mail",
            with: "Launch org.example.Mail\n    t =     1.00s         Terminate org.example.Mail:7")
        #expect(test(terminated).figures.relaunches == 1)
        #expect(same(test(terminated).figures.relaunchSeconds, 1))
        let again = first.replacingOccurrences(of: "Mail", with: "Shop")
        #expect(test(again).figures.relaunches == 1)
    }

    @Test func `Comma decimals, times without decimals and times that go back are read`() {
        let reading = test(
            """
                t =     0,10s Open org.example.Shop
                t =     0,10s     Launch org.example.Shop
                t =        2s Tap "a" Button
                t =     1.50s Open org.example.Shop
                t =     1.60s     Launch org.example.Shop
                t =     1.00s Tear Down
            """)
        #expect(reading.figures.launches == 2 && same(reading.figures.launchSeconds, 1.9))
        #expect(reading.odd(.backInTime) == 2)
    }

    @Test func `A malformed time is counted, and ends nothing`() {
        let reading = test(
            """
                t =     0.10s Open org.example.Shop
                t =     0.10s     Launch org.example.Shop
                t =      nans Interface orientation changed to Portrait
                t =      infs Set Up
                t = 99999999999999999999.00s Set Up
                t =     2.10s Tear Down
            """)
        #expect(reading.odd(.untimed) == 3)
        #expect(same(reading.figures.launchSeconds, 2))
    }
}
