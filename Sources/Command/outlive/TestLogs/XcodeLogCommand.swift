internal import ArgumentParser
internal import Foundation
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

/// The `outlive xcode-log` command, which measures the launches of applications in test logs of Xcode.
struct XcodeLogCommand: ParsableCommand {
    static let name = "xcode-log"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Finds the launches in logs of Xcode's UI tests, and estimates what resets in place would save.",
        discussion: """
            Reads the console output of xcodebuild, of Xcode 7 to 26, with or without the prefixes of CI systems; \
            the article "Xcode logs" has the rules. Exit codes: 0 all logs were read, 3 one could not be read, 64 wrong usage.
            """)

    @Option(
        help: ArgumentHelp("text for people, json or csv for programs. (default: text)", valueName: "format"),
        transform: Self.format(reading:))
    var report: TestLogFormat?

    /// The name of `--report` in earlier versions.
    @Option(name: .customLong("format"), help: .hidden, transform: Self.format(reading:))
    var formerReport: TestLogFormat?

    private var format: TestLogFormat { report ?? formerReport ?? .text }

    @Option(
        help: ArgumentHelp("Cost of a reset in place, such as 400ms, to estimate the saving.", valueName: "time"),
        transform: { text in try readable { try Duration(option: text) } })
    var resetCost: Duration?

    @Option(
        help: ArgumentHelp(
            "Take the cost of a reset from a JSON report of 'outlive bench'; - is standard input.", valueName: "file"))
    var from: String?

    @Argument(help: ArgumentHelp("The logs; - is standard input.", valueName: "file"))
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
        // A closed pipe, as with `head`, is no failure.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let reset = try cost()
        var logs = LogReading(csv: format == .csv ? CSVOutput() : nil)
        for path in files { logs.read(path) }
        let unread = logs.unread
        for log in unread {
            complain("outlive: cannot read the log \(log.path.onOneLine()): \(log.reason); name an existing file")
        }
        let report = TestLogReport(toolVersion: toolVersion, files: logs.files, unread: unread, reset: reset)
        guard try logs.finish() ?? write(report), unread.isEmpty else { throw ExitCode(Outcome.failed.rawValue) }
    }

    private func cost() throws -> ResetCost? {
        if let resetCost { return ResetCost(seconds: resetCost / .seconds(1)) }
        guard let from else { return nil }
        do throws(Failure) {
            return try ResetCost(from: ReportInput(path: from))
        } catch {
            complain("outlive: \(error.message.onOneLine())")
            throw ExitCode(Outcome.failed.rawValue)
        }
    }

    private func write(_ report: TestLogReport) throws -> Bool {
        let bytes = try format.bytes(for: report, style: Terminal.style(of: STDOUT_FILENO))
        return isWritten { () throws(SystemError) in try writeAll(bytes, to: STDOUT_FILENO) }
    }
}

/// Runs a write to standard output, and complains of errors other than a closed pipe.
///
/// - Returns: `true` if the write succeeded or the pipe was closed.
func isWritten(_ write: () throws(SystemError) -> Void) -> Bool {
    do throws(SystemError) {
        try write()
        return true
    } catch {
        if error.code == EPIPE { return true }
        complain("outlive: cannot write to standard output: \(error)")
        return false
    }
}
