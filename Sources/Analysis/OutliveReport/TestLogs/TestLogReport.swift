package import OutliveModel

/// An output format of `outlive xcode-log`, by its name on the command line.
package enum TestLogFormat: String, CaseIterable, Sendable {
    case text
    case json
    /// A row for each test case. `TestLogCSV` writes it while a log is read.
    case csv

    /// Returns the report in this format; for comma-separated values, only the heading.
    package func bytes(for report: TestLogReport, style: TextStyle = TextStyle()) throws -> [UInt8] {
        switch self {
        // Without a log there is nothing to write, not even an empty line.
        case .text where report.files.isEmpty && report.savings == nil: []
        case .text: TextPage.bytes(style) { $0.write(report) }
        case .json: try jsonDocument(report)
        case .csv: TestLogCSV.heading
        }
    }
}

/// Returns a time to the hundredth of a second, as in logs.
private func seconds(_ value: Double) -> String { "\(fixed(value, digits: 2)) s" }

private func percent(_ share: Double) -> String { "\(fixed(share * 100, digits: 1)) %" }

extension TextPage {
    /// The maximum number of suites, and of test cases, in a list.
    private static let groups = 8

    /// Writes each log, the totals, the largest consumers of time, and the savings by resets.
    fileprivate mutating func write(_ report: TestLogReport) {
        for file in report.files {
            title(file.path == "-" ? "standard input" : file.path)
            write(file.figures, unique: file.unique)
            if file.activityLines == 0, file.figures.testCases == 0 { field("", "no lines of tests were found") }
            for odd in file.oddLines { field(odd == file.oddLines.first ? "odd" : "", odd.words, ink: .faint) }
            writeLimits(of: file)
        }
        if report.files.count > 1 {
            title("all \(report.files.count) logs")
            write(report.total, unique: report.uniqueTotal)
        }
        write(report.files.flatMap(\.suites).summed, title: "launch time by suite", more: "suite")
        write(report.files.flatMap(\.cases).summed, title: "most launch time", more: "test case")
        if let savings = report.savings { write(savings, of: report.uniqueTotal) }
    }

    private mutating func write(_ figures: LaunchFigures, unique: LaunchFigures) {
        var cases = "\(figures.testCases)"
        if figures.testCases > 0 {
            cases += ", \(figures.testCasesWithActivities) with activities, \(seconds(figures.testSeconds))"
        }
        field("test cases", cases)
        if figures.testCases > 0, figures.testCasesWithActivities == 0 {
            field("", "without activities no launches can be found; Xcode prints none for parallel tests")
        }
        var launches = "\(figures.launches)"
        if figures.launches > 0 { launches += ", \(counted(figures.relaunches, "relaunch", "relaunches")) among them" }
        if figures.activations > 0 { launches += "; \(counted(figures.activations, "activation")) beside" }
        field("launches", launches)
        if figures.launches > 0 { writeTimes(figures, unique: unique) }
        if figures.terminates > 0 {
            field("terminates", "\(figures.terminates) apart from launches, \(seconds(figures.terminateSeconds))")
        }
        if figures.idleTimeouts > 0 {
            let within = figures.idleTimeoutSecondsInLaunches
            field(
                "idle waits",
                "\(figures.idleTimeouts) given up after \(seconds(figures.idleTimeoutSeconds))"
                    + (within > 0 ? ", \(seconds(within)) of it within launches" : ""),
                ink: .warning)
        }
    }

    private mutating func writeTimes(_ figures: LaunchFigures, unique: LaunchFigures) {
        field(
            "launch time",
            seconds(figures.launchSeconds) + (figures.launchShare.map { ", \(percent($0)) of the test time" } ?? "")
                + "; \(seconds(figures.launchSecondsToIdle)) up to the wait for idle",
            ink: .strong)
        if unique.launches < figures.launches {
            field(
                "each once",
                "\(seconds(unique.launchSeconds)) in \(counted(unique.launches, "launch", "launches")): the rest are"
                    + " repeats of the same tests")
        }
        if figures.unendedLaunches > 0 {
            field(
                "", "\(counted(figures.unendedLaunches, "launch", "launches")) without an end, not in the times",
                ink: .warning)
        }
    }

    private mutating func writeLimits(of file: TestLogFile) {
        if file.unlistedLaunches > 0 {
            let launches = counted(file.unlistedLaunches, "launch", "launches")
            field("limits", "\(launches) in test cases that had no room in the lists", ink: .warning)
        }
        if file.unrememberedTestCases > 0 {
            let cases = counted(file.unrememberedTestCases, "test case")
            field("limits", "\(cases) had no room to be compared with later ones", ink: .warning)
        }
    }

    private mutating func write(_ groups: [LaunchGroup], title: String, more: String) {
        guard !groups.isEmpty else { return }
        let shown = groups.prefix(Self.groups)
        self.title(title)
        let widths = [11, 9, 8]
        line(
            indent: 2,
            Span(aligned("launch time", widths[0]) + aligned("launches", widths[1] + 1), .faint),
            Span(aligned("of time", widths[2] + 1) + "  " + more, .faint))
        for group in shown {
            let share = group.testSeconds > 0 ? percent(group.launchSeconds / group.testSeconds) : ""
            let names = [group.suite, group.test ?? ""].filter { !$0.isEmpty }
            let name = names.isEmpty ? "(outside of test cases)" : names.joined(separator: " ")
            let runs = group.test != nil && group.runs > 1 ? " (\(group.runs) runs)" : ""
            let room = style.width - 2 - widths.reduce(4, +) - columns(of: runs)
            line(
                indent: 2,
                Span(aligned(seconds(group.launchSeconds), widths[0])),
                Span(aligned("\(group.launches)", widths[1] + 1) + aligned(share, widths[2] + 1) + "  "),
                Span(elided(legible(name), to: room, .middle, mark: ellipsis) + runs))
        }
        if groups.count > shown.count {
            let left = groups.dropFirst(shown.count)
            let time = seconds(left.reduce(0) { $0 + $1.launchSeconds })
            paragraph(
                "\(ellipsis) \(counted(left.count, more)) more, \(time): --report json lists all",
                indent: 2, hanging: 2, ink: .faint)
        }
    }

    private mutating func write(_ savings: LaunchSavings, of unique: LaunchFigures) {
        title("with resets in place")
        guard savings.resets > 0 else {
            let reason = savings.untimedRelaunches > 0 ? "no relaunch has a time" : "no application was relaunched"
            return paragraph("nothing would be saved: \(reason)", indent: 2)
        }
        let cost = Scale.seconds(savings.reset.seconds, unicode: style.unicode).text(savings.reset.seconds)
        let relaunches = "\(seconds(savings.relaunchSeconds)) of relaunches"
        field("resets", "\(savings.resets) of \(cost) each, in place of \(relaunches)")
        if savings.untimedRelaunches > 0 {
            let relaunches = counted(savings.untimedRelaunches, "relaunch", "relaunches")
            field("", "\(relaunches) without an end left out", ink: .warning)
        }
        let saved = savings.savedSeconds
        let share = unique.testSeconds > 0 ? ", \(percent(abs(saved) / unique.testSeconds)) of the test time" : ""
        let range = savings.savedInterval.map {
            " (\(fixed($0.lower, digits: 2)) to \(seconds($0.upper)) by the interval of the reset)"
        }
        field(
            saved < 0 ? "cost more" : "save", "\(seconds(abs(saved)))\(share)\(range ?? "")",
            ink: saved < 0 ? .bad : .good)
        let savedToIdle = savings.savedSecondsToIdle
        field(
            savedToIdle < 0 ? "or cost" : "at least",
            "\(seconds(abs(savedToIdle)))\(savedToIdle < 0 ? " more" : ""), with each launch up to the wait for idle")
    }
}

extension OddLineCount {
    var words: String {
        switch kind {
        case .untimed: "\(counted(count, "activity line")) without a time"
        case .unpadded:
            "\(counted(count, "activity line")) with changed whitespace: without the indentation, launches have no time"
        case .outsideTestCases: "\(counted(count, "activity line")) outside of test cases"
        case .backInTime: "\(counted(count, "activity line")) earlier than the one before"
        case .unknownTestCaseLine: "\(counted(count, "line")) of test cases that are not recognised"
        case .endWithoutStart: "\(counted(count, "test case")) that ended without a start"
        case .startWithoutEnd: "\(counted(count, "test case")) that never ended"
        case .openWithoutLaunch: "\(count) times Open without a launch"
        case .long: "\(counted(count, "line")) longer than 64 KiB"
        }
    }
}

extension [LaunchGroup] {
    /// The groups of several logs summed by name, longest launch time first.
    var summed: [LaunchGroup] {
        var sums: [[String?]: LaunchGroup] = [:]
        for group in self {
            let key = [group.suite, group.test]
            guard var sum = sums[key] else {
                sums[key] = group
                continue
            }
            sum.runs += group.runs
            sum.launches += group.launches
            sum.relaunches += group.relaunches
            sum.launchSeconds += group.launchSeconds
            sum.launchSecondsToIdle += group.launchSecondsToIdle
            sum.testSeconds += group.testSeconds
            sums[key] = sum
        }
        return sums.values.sorted {
            ($1.launchSeconds, $0.suite, $0.test ?? "") < ($0.launchSeconds, $1.suite, $1.test ?? "")
        }
    }
}
