internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct XcodeLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xcode-log",
        abstract: "Finds the launches in logs of Xcode's UI tests, and estimates what resets in place would save.",
        usage: "outlive xcode-log [<options>] <file> ...",
        discussion: """
            Reads the console output of xcodebuild, of Xcode 7 to 26, with or without the prefixes of CI systems; \
            the article "Xcode logs" has the rules. Exit codes: 0 all logs were read, 3 one could not be read, 64 wrong usage.

            Examples:

              # Count the launches in the console output of a UI test run
              outlive xcode-log xcodebuild.log
            """)

    @Option(
        help: .init("text for people, json or csv for programs. (default: text)", valueName: "format"),
        transform: Self.format(reading:))
    var report: TestLogFormat?

    /// The name of `--report` in earlier versions.
    @Option(name: .customLong("format"), help: .hidden, transform: Self.format(reading:))
    var formerReport: TestLogFormat?

    private var format: TestLogFormat { report ?? formerReport ?? .text }

    @Option(
        help: .init("Cost of a reset in place, such as 400ms, to estimate the saving.", valueName: "time"),
        transform: Duration.init(option:))
    var resetCost: Duration?

    @Option(
        help: .init(
            "Take the cost of a reset from a JSON report of 'outlive bench'; - is standard input.", valueName: "file"))
    var from: String?

    @Argument(help: .init("The logs; - is standard input.", valueName: "file"))
    var files: [String]

    private static func format(reading text: String) throws -> TestLogFormat {
        guard let format = TestLogFormat(rawValue: text) else {
            throw ValidationError("'\(text)' is not a format: write text, json or csv")
        }
        return format
    }

    func validate() throws {
        if resetCost != nil, from != nil {
            throw ValidationError("--reset-cost and --from both give the cost of a reset: use one")
        }
        if let resetCost, resetCost < .zero { throw ValidationError("--reset-cost must not be below 0") }
        if (files + [from].compactMap(\.self)).count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input can be read once: give - once")
        }
    }

    func run() throws {
        let reset = try cost()
        var logs = LogReading(csv: format == .csv ? CSVOutput() : nil)
        for path in files { logs.read(path) }
        for log in logs.unread {
            printError("outlive: cannot read the log \(log.path.onOneLine()): \(log.reason); name an existing file")
        }
        if format == .csv {
            try logs.finishCSV()
        } else {
            let report = TestLogReport(toolVersion: toolVersion, files: logs.files, unread: logs.unread, reset: reset)
            try print(format.bytes(for: report, style: TextStyle(of: STDOUT_FILENO)), as: .result)
        }
        guard logs.unread.isEmpty else { throw ExitCode.failed }
    }

    private func cost() throws(Failure) -> ResetCost? {
        if let resetCost { return ResetCost(seconds: resetCost / .seconds(1)) }
        guard let from else { return nil }
        let report = try Report(readFrom: from)
        guard let cost = ResetCost(of: report) else {
            let found = report.shards.isEmpty ? "no comparison" : "a comparison for each run, as it was merged"
            throw Failure(
                .harness,
                "\(FileInput(path: from).name) has \(found): name the JSON report of one run of outlive bench, or give "
                    + "--reset-cost")
        }
        return cost
    }
}
