import Foundation
import OutliveModel
import Testing

/// `outlive xcode-log` on small logs.
struct XcodeLogTests {
    private static let log = """
        Test Case '-[ShopUITests.CartTests testAdd]' started.
            t =     0.00s Start Test at 2025-11-25 12:35:20.513
            t =     0.10s Open org.example.Shop
            t =     0.11s     Launch org.example.Shop
            t =     1.10s         Wait for org.example.Shop to idle
            t =     2.10s Open org.example.Shop
            t =     2.10s     Launch org.example.Shop
            t =     2.60s         Wait for org.example.Shop to idle
            t =     5.10s Tear Down
        Test Case '-[ShopUITests.CartTests testAdd]' passed (5.300 seconds).

        """

    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch.file("ui.log")
        try Data(Self.log.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func report(_ run: Run) throws -> TestLogReport {
        try JSONDecoder().decode(TestLogReport.self, from: Data(run.output.utf8))
    }

    /// Runs a line of shell in which `$0` is the program and `$1` the log.
    private func shell(_ line: String) async throws -> Run {
        try await Started("/bin/sh", ["-c", line, Built.outlive, path]).end()
    }

    @Test func `Launches, their times and the savings of resets are reported: exit 0`() async throws {
        let run = try await outlive("xcode-log", path, "--reset-cost", "400ms")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(
            run.output.contains(
                "  test cases  1, 1 with activities, 5.30 s\n  launches    2, 1 relaunch among them\n"
                    + "  launch time 5.00 s, 94.3 % of the test time; 1.50 s up to the wait for idle\n"))
        #expect(run.output.contains("  resets      1 of 400 ms each, in place of 3.00 s of relaunches\n"))
        #expect(run.output.contains("  save        2.60 s, 49.1 % of the test time\n"))
    }

    @Test func `The JSON report has a file for each log, from standard input as well`() async throws {
        let run = try await shell("\"$0\" xcode-log --report json \"$1\" - <\"$1\"")
        #expect(run.status == 0)
        let report = try report(run)
        #expect(report.format == 1 && report.files.map(\.path) == [path, "-"] && report.savings == nil)
        #expect(report.files.allSatisfy { $0.figures.launches == 2 && abs($0.figures.launchSeconds - 5) < 1e-6 })
        #expect(report.total.launches == 4)
    }

    @Test func `CSV has a row for each test case`() async throws {
        let run = try await outlive("xcode-log", "--report", "csv", path, path)
        #expect(run.status == 0)
        let rows = run.output.components(separatedBy: "\r\n")
        #expect(rows.count == 4 && rows[0].hasPrefix("path,suite,test,outcome,seconds,launches,"))
        let values = "5.300,2,1,0,5.000,1.500,0,0,0.000,0,0.000,false"
        #expect(rows[1] == "\(path),ShopUITests.CartTests,testAdd,passed,\(values)")
        #expect(rows[1] == rows[2])
    }

    @Test func `An unreadable log is reported in one line, and the others are read: exit 3`() async throws {
        for missing in [scratch.file("missing"), scratch.path, ""] {
            let run = try await outlive("xcode-log", "--report", "json", missing, path)
            #expect(run.status == 3)
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            #expect(run.errors.contains("cannot read the log \(missing)"))
            let report = try report(run)
            #expect(report.files.map(\.path) == [path] && report.unread.map(\.path) == [missing])
        }
    }

    @Test func `A file that is no log has no tests: exit 0`() async throws {
        try Data().write(to: URL(fileURLWithPath: scratch.file("empty")))
        let run = try await outlive("xcode-log", "--report", "json", scratch.file("empty"), Built.outlive, "/dev/null")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(try report(run).files.allSatisfy { $0.figures.launches == 0 })
    }

    @Test(arguments: [
        ([], "file"), (["--report", "xml", "/missing"], "'xml' is not a format"),
        (["--reset-cost", "soon", "/missing"], "soon"), (["--reset-cost=-1s", "/missing"], "-1s"),
        (["--reset-cost", "1s", "--from", "/missing", "/missing"], "use one"), (["-", "-"], "give - once"),
        (["--from", "-", "-"], "give - once"), (["--deep", "/missing"], "--deep"),
    ])
    func `Wrong usage is refused in one line, before anything is read: exit 64`(arguments: [String], reason: String)
        async throws
    {
        let run = try await Started(Built.outlive, ["xcode-log"] + arguments).end()
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.errors.contains(reason) && run.errors.contains("outlive xcode-log --help"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    /// A report of a bench in which resets took 100 to 800 ms.
    private func bench(_ change: (inout Report) -> Void = { _ in }) throws -> String {
        var report = Report(
            toolVersion: "0", startedAt: "2026-01-01T00:00:00Z",
            machine: Machine(system: "", architecture: "", processor: nil, processors: 1, memoryBytes: 1),
            plan: Plan(launch: "app", ready: "exit", reset: "exec:true", done: nil, seed: 1))
        let summary = Summary(
            count: 8, minimum: 0.1, median: 0.45, maximum: 0.8, medianAbsoluteDeviation: 0.2, outliers: 0)
        report.comparison = Comparison(
            pairs: 8, launch: summary, launchStop: summary, launchStart: summary, reset: summary, ratio: 1,
            interval: nil)
        report.samples = (0..<8).map { Sample(arm: .reset, order: $0, pair: $0, seconds: Double($0 + 1) / 10) }
        change(&report)
        let file = scratch.file("bench.json")
        try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: file))
        return file
    }

    @Test func `The cost of a reset comes from a benchmark report, with its interval`() async throws {
        let run = try await outlive("xcode-log", "--report", "json", "--from", bench(), path)
        #expect(run.status == 0, "\(run.errors)")
        let savings = try #require(try report(run).savings)
        #expect(savings.reset == ResetCost(seconds: 0.45, interval: Interval(lower: 0.1, upper: 0.8)))
        #expect(abs(savings.savedSeconds - 2.55) < 1e-6)
        #expect(abs((savings.savedInterval?.lower ?? 0) - 2.2) < 1e-6)
    }

    @Test func `A report without a measured reset is refused in one line: exit 3`() async throws {
        let none = try bench { $0.comparison = nil }
        let gone = scratch.file("gone")
        for (file, reason) in [(none, "no comparison"), (path, "not valid JSON"), (gone, "No such file")] {
            let run = try await outlive("xcode-log", "--from", file, path)
            #expect(run.status == 3 && run.output.isEmpty)
            #expect(run.errors.contains(reason) && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        }
    }

    @Test func `A closed pipe is no failure, and a full disk is: exit 3`() async throws {
        for format in ["text", "json", "csv"] {
            #expect(try await shell("\"$0\" xcode-log --report \(format) \"$1\" | true").status == 0)
            let full = try await shell("\"$0\" xcode-log --report \(format) \"$1\" >/dev/full")
            #expect(full.status == 3 && full.errors.contains("No space left"), "\(full.errors)")
        }
        #expect(try await shell("\"$0\" xcode-log \"$1\" >&-").status == 3)
    }

    @Test func `A file name cannot write control characters to the terminal`() async throws {
        let run = try await outlive("xcode-log", "a\u{1B}[31m\nb")
        #expect(run.status == 3 && !run.errors.contains("\u{1B}"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }
}
