import Foundation
import OutliveModel
import Testing

/// The detection of test cases in a log.
@Suite struct TestCaseTests {
    @Test func `Tests in parallel are reported at their ends`() {
        let reading = Reading(Logs.parallel)
        #expect(reading.figures.testCases == 4 && reading.figures.testCasesWithActivities == 0)
        #expect(same(reading.figures.testSeconds, 9.308))
        #expect(reading.runs.map(\.outcome) == [.passed, .passed, .failed, .skipped])
        #expect(reading.runs.map(\.suite) == Array(repeating: "CartTests", count: 4))
        #expect(reading.runs.map(\.test) == ["testAdd()", "testAdd()", "testRemove()", "testPay()"])
        #expect(reading.file.oddLines.isEmpty)
    }

    @Test(arguments: [
        ("-[Shop.CartTests testAdd]", "Shop.CartTests", "testAdd"),
        ("-[CartTests testAdd]", "CartTests", "testAdd"),
        ("+[CartTests testAdd]", "CartTests", "testAdd"),
        ("CartTests.testAdd()", "CartTests", "testAdd()"),
        ("Shop.CartTests/testAdd(price: 1.5)", "Shop.CartTests", "testAdd(price: 1.5)"),
        ("-[Läden.KörbeTests testLöschen🛒]", "Läden.KörbeTests", "testLöschen🛒"),
        ("testAdd", "", "testAdd"), ("-[", "", ""), ("-[]", "", ""), ("", "", ""),
    ])
    func `A name is split into its parts`(name: String, suite: String, test: String) {
        let reading = Reading("Test Case '\(name)' started.\nTest Case '\(name)' passed (1.000 seconds).\n")
        #expect(reading.runs.map(\.suite) == [suite] && reading.runs.map(\.test) == [test])
        #expect(reading.figures.testCases == 1 && same(reading.figures.testSeconds, 1))
    }

    @Test func `Measured values are neither a beginning nor an end`() {
        let reading = Reading(
            """
            Test Case '-[A b]' started.
            /src/A.swift:40: Test Case '-[A b]' measured [Time, seconds] average: 0.000, values: [0.1], performanceMetricID:x
            Test Case '-[A b]' passed (0.292 seconds).
            """)
        #expect(reading.figures.testCases == 1 && reading.file.oddLines.isEmpty)
    }

    @Test func `A repeated test counts again`() {
        let reading = Reading(
            """
            Test Case '-[A b]' started (Iteration 1 of 2).
                t =     0.10s Tear Down
            Test Case '-[A b]' failed (1.000 seconds).
            Test Case '-[A b]' started (Iteration 2 of 2).
                t =     0.20s Tear Down
            Test Case '-[A b]' passed (2.000 seconds).
            """)
        #expect(reading.figures.testCases == 2 && same(reading.figures.testSeconds, 3))
        #expect(reading.runs.map(\.outcome) == [.failed, .passed] && reading.runs.allSatisfy { !$0.isRepeated })
    }

    @Test func `A log that begins in the middle of a test has that test`() {
        let middle = Logs.current.components(separatedBy: "\n").dropFirst(4).joined(separator: "\n")
        let reading = Reading(middle)
        #expect(reading.figures.testCases == 2 && reading.figures.launches == 3)
        #expect(reading.runs.first?.test == "testAdd")
        #expect(reading.odd(.endWithoutStart) == 1)
    }

    @Test func `A log that ends in the middle of a test has that test`() {
        let whole = Logs.current.components(separatedBy: "\n")
        let reading = Reading(whole.prefix(whole.count - 7).joined(separator: "\n"))
        #expect(reading.figures.testCases == 2 && reading.figures.launches == 3)
        #expect(reading.figures.unendedLaunches == 1 && reading.odd(.startWithoutEnd) == 1)
        #expect(reading.runs.last?.outcome == .unknown)
    }

    @Test func `Lines outside of test cases are read, and make no test case`() {
        let reading = Reading(
            """
            >     t =     0.05s Open org.example.Shop
            >     t =     0.05s     Launch org.example.Shop
            >     t =     2.05s Tap "a" Button
            >     t =     0.05s Open org.example.Shop
            >     t =     0.05s     Launch org.example.Shop
            >     t =     3.05s Tap "a" Button
            """)
        #expect(reading.figures.testCases == 0 && reading.figures.launches == 2)
        #expect(same(reading.figures.launchSeconds, 5))
        #expect(reading.odd(.outsideTestCases) == 6 && reading.odd(.backInTime) == 0)
    }

    @Test func `Parallel test cases each have their end`() {
        let reading = Reading(
            """
            Test Case '-[A a]' started.
            Test Case '-[A b]' started.
            Test Case '-[A a]' passed (1.000 seconds).
            Test Case '-[A c]' started.
            Test Case '-[A c]' passed (3.000 seconds).
            Test Case '-[A b]' passed (2.000 seconds).
            """)
        #expect(reading.figures.testCases == 3 && same(reading.figures.testSeconds, 6))
        #expect(reading.file.oddLines.isEmpty)
    }

    @Test func `A missing beginning is detected by the first activity`() {
        let lost = Logs.current.components(separatedBy: "\n").filter {
            !$0.hasSuffix("testRemove]' started.") && !$0.hasSuffix("passed (6.700 seconds).")
        }
        let reading = Reading(lost.joined(separator: "\n"))
        #expect(reading.figures.testCases == 2 && reading.figures.launches == 3)
        #expect(same(reading.figures.launchSeconds, Reading(Logs.current).figures.launchSeconds))
    }

    @Test func `Times are those of the test, not of the device`() {
        let reading = Reading("Test case 'A.b()' passed on 'iPad (9.7 seconds) (2)' (5,250 seconds)\n")
        #expect(same(reading.figures.testSeconds, 5.25))
        #expect(Reading("Test Case '-[A b]' passed.\n").figures.testSeconds == 0)
        #expect(Reading("Test Case '-[A b]' exploded.\n").odd(.unknownTestCaseLine) == 1)
    }

    @Test func `Suites and test cases are summed, the slowest first`() {
        let pay = Logs.old.replacingOccurrences(of: "CartTests", with: "PayTests")
        let file = Reading(pay + Logs.current + Logs.parallel).file
        #expect(file.suites.map(\.suite) == ["ShopUITests.CartTests", "ShopUITests.PayTests"])
        #expect(file.suites.map(\.launches) == [3, 1])
        #expect(file.cases.map(\.test) == ["testAdd", "testRemove", "testAdd"])
        #expect(file.cases.map(\.launches) == [1, 2, 1])
        #expect(same(file.cases[1].launchSeconds, 7) && same(file.cases[1].testSeconds, 10))
    }
}
