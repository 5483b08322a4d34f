import Foundation
import OutliveModel
import OutliveReport
import Testing

/// The launches in logs of test runs, in each format.
@Suite struct TestLogTests {
    private static func figures(_ change: (inout LaunchFigures) -> Void) -> LaunchFigures {
        var figures = LaunchFigures()
        change(&figures)
        return figures
    }

    /// A log with its one test case twice and with a value of each kind.
    static let file: TestLogFile = {
        var file = TestLogFile(path: "ui.log")
        (file.bytes, file.lines, file.activityLines) = (4096, 64, 32)
        file.unique = figures {
            ($0.testCases, $0.testCasesWithActivities, $0.testSeconds) = (1, 1, 20)
            ($0.launches, $0.relaunches, $0.activations, $0.unendedLaunches) = (3, 2, 1, 1)
            ($0.launchSeconds, $0.launchSecondsToIdle) = (10.5, 6.25)
            ($0.relaunchSeconds, $0.relaunchSecondsToIdle) = (6, 4)
            ($0.idleTimeouts, $0.idleTimeoutSeconds, $0.idleTimeoutSecondsInLaunches) = (1, 60.5, 60)
            ($0.terminates, $0.terminateSeconds) = (1, 1.05)
        }
        file.figures = file.unique
        file.figures += file.unique
        file.suites = [LaunchGroup(suite: "ShopUITests.CartTests", test: nil, figures: file.unique)]
        file.cases = [LaunchGroup(suite: "ShopUITests.CartTests", test: "testAdd", figures: file.unique)]
        (file.unlistedLaunches, file.unrememberedTestCases) = (5, 1)
        file.oddLines = [OddLineCount(kind: .untimed, count: 1), OddLineCount(kind: .long, count: 2)]
        return file
    }()

    static let report = TestLogReport(
        toolVersion: "1.2.3", files: [file], unread: [UnreadLog(path: "gone.log", reason: "No such file or directory")],
        reset: ResetCost(seconds: 0.4, interval: Interval(lower: 0.3, upper: 0.5)))

    private func text(_ report: TestLogReport, _ style: TextStyle = TextStyle()) throws -> String {
        String(decoding: try TestLogFormat.text.bytes(for: report, style: style), as: UTF8.self)
    }

    @Test func `The text has each log, the use of time, and the savings of resets`() throws {
        #expect(
            try text(Self.report) == """
                ui.log
                  test cases  2, 2 with activities, 40.00 s
                  launches    6, 4 relaunches among them; 2 activations beside
                  launch time 21.00 s, 52.5 % of the test time; 12.50 s up to the wait for idle
                  each once   10.50 s in 3 launches: the rest are repeats of the same tests
                              2 launches without an end, not in the times
                  terminates  2 apart from launches, 2.10 s
                  idle waits  2 given up after 121.00 s, 120.00 s of it within launches
                  odd         1 activity line without a time
                              2 lines longer than 64 KiB
                  limits      5 launches in test cases that had no room in the lists
                  limits      1 test case had no room to be compared with later ones

                launch time by suite
                  launch time  launches  of time  suite
                      10.50 s         3   52.5 %  ShopUITests.CartTests

                most launch time
                  launch time  launches  of time  test case
                      10.50 s         3   52.5 %  ShopUITests.CartTests testAdd

                with resets in place
                  resets      2 of 400 ms each, in place of 6.00 s of relaunches
                  save        5.20 s, 26.0 % of the test time (5.00 to 5.40 s by the interval of
                              the reset)
                  at least    3.20 s, with each launch up to the wait for idle

                """)
    }

    @Test func `Several logs have a total as well, and suites of one name are one`() throws {
        let output = try text(TestLogReport(toolVersion: "1.2.3", files: [Self.file, Self.file]))
        #expect(output.contains("all 2 logs\n  test cases  4, 4 with activities, 80.00 s\n"))
        #expect(output.contains("      21.00 s         6   52.5 %  ShopUITests.CartTests\n"))
        #expect(!output.contains("with resets in place"))
    }

    @Test func `Resets that cost more than relaunches are reported as such, and none without relaunches`() throws {
        let dear = TestLogReport(toolVersion: "1.2.3", files: [Self.file], reset: ResetCost(seconds: 5))
        #expect(try text(dear).contains("  cost more   4.00 s, 20.0 % of the test time\n  or cost     6.00 s more, "))
        let none = TestLogReport(
            toolVersion: "1.2.3", files: [TestLogFile(path: "-")], reset: ResetCost(seconds: 5))
        #expect(
            try text(none) == """
                standard input
                  test cases  0
                  launches    0
                              no lines of tests were found

                with resets in place
                  nothing would be saved: no application was relaunched

                """)
        #expect(try text(TestLogReport(toolVersion: "1.2.3", files: [])) == "")
    }

    @Test func `No line is wider than the style allows, and no control character is printed`() throws {
        var file = Self.file
        file.path = "\u{1B}[31m/" + String(repeating: "lang/", count: 30) + "\n.log"
        file.cases = (0..<20).map { number in
            var group = Self.file.cases[0]
            group.suite = "Läden\u{1B}]0;x\u{7}." + String(repeating: "Körbe🛒", count: number)
            group.test = "\u{202E}test"
            group.runs = number
            return group
        }
        for width in [40, 80] {
            let output = try text(
                TestLogReport(toolVersion: "1.2.3", files: [file]), TextStyle(unicode: false, width: width))
            #expect(output.split(separator: "\n").allSatisfy { $0.count <= width })
            #expect(output.utf8.allSatisfy { $0 == 10 || 0x20..<0x7F ~= $0 })
            #expect(output.contains("12 test cases more"))
        }
    }

    @Test func `JSON has every figure, and is read back as written`() throws {
        let bytes = try TestLogFormat.json.bytes(for: Self.report)
        let read = try JSONDecoder().decode(TestLogReport.self, from: Data(bytes))
        #expect(read == Self.report)
        let object = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let file = try #require((object["files"] as? [[String: Any]])?.first)
        #expect(file["path"] as? String == "ui.log")
        #expect(file["testCases"] as? Int == 2 && file["launches"] as? Int == 6 && file["activations"] as? Int == 2)
        #expect(file["launchSeconds"] as? Double == 21 && file["uniqueLaunchSeconds"] as? Double == 10.5)
        #expect(file["launchShare"] as? Double == 0.525)
        let savings = try #require(object["savings"] as? [String: Any])
        #expect(savings["savedSeconds"] as? Double == 5.2 && savings["savedSecondsToIdle"] as? Double == 3.2)
        #expect((savings["savedInterval"] as? [String: Double]) == ["level": 0.95, "lower": 5, "upper": 5.4])
        #expect((object["unread"] as? [[String: String]])?.first?["path"] == "gone.log")
    }

    @Test func `CSV has a row for each test case, with quotes as in RFC 4180`() {
        let run = TestCaseRun(
            suite: "Shop.CartTests", test: "testAdd(name: \"a, b\")", outcome: .failed, figures: Self.file.unique,
            isRepeated: true)
        var rows = TestLogCSV.heading
        TestLogCSV(path: "a\nb.log").append(run, to: &rows)
        #expect(
            String(decoding: rows, as: UTF8.self)
                == "path,suite,test,outcome,seconds,launches,relaunches,activations,launchSeconds,launchSecondsToIdle,"
                + "unendedLaunches,idleTimeouts,idleTimeoutSeconds,terminates,terminateSeconds,isRepeated\r\n"
                + "a\\nb.log,Shop.CartTests,\"testAdd(name: \"\"a, b\"\")\",failed,20.000,3,2,1,10.500,6.250,1,1,60.500,"
                + "1,1.050,true\r\n")
    }
}
