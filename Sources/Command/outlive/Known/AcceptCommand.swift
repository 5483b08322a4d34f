internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

/// The `outlive baseline accept` command, which adds the leaks of a report to the list of known leaks.
struct AcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Adds the causes of leaks that fail a report to the list of known leaks, by fingerprint.",
        discussion: """
            An entry accepts everything that leaks by its cause. Causes that are already accepted are not added. If \
            nothing is added, --reason, --owner and --expires replace those of the entries that accept the report's \
            leaks. The text and comments of the file are kept. \
            Exit codes: 0 all leaks are accepted, 1 an expired entry still leaks, 3 the report cannot be read or the \
            list cannot be written, 64 wrong usage or a wrong list.
            """)

    @OptionGroup var options: BaselineOptions

    @Option(help: ArgumentHelp("The reason for accepting them. (default: a reminder to write one)", valueName: "text"))
    var reason: String?

    @Option(help: ArgumentHelp("The person or team that will fix them.", valueName: "name"))
    var owner: String?

    @Option(
        help: ArgumentHelp(
            "The last day of the new entries: a date (2027-03-31), a number of days (90d) or never. (default: 90d)",
            valueName: "day"), transform: LastDay.init(reading:))
    var expires: LastDay?

    @ArgumentParser.Flag(help: "Set the new last day for expired entries that still leak.")
    var renew = false

    @Argument(help: ArgumentHelp("The report, of --report json=FILE; - is standard input.", valueName: "report"))
    var report: String

    func validate() throws {
        for (option, text) in [("--reason", reason), ("--owner", owner)] {
            guard let text else { continue }
            guard !text.onOneLine().allSatisfy(\.isWhitespace) else {
                throw ValidationError("\(option) is empty: write a text")
            }
        }
        if case .day(let day)? = expires, day < .today {
            throw ValidationError("--expires \(day) is in the past: give today or a later day")
        }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let file = try KnownLeaksFile(readingIfThere: options.known)
        let report: Report
        do throws(Failure) {
            report = try ReportInput(path: self.report).read()
        } catch {
            complain("outlive: \(error.message.onOneLine())")
            throw ExitCode(Outcome.failed.rawValue)
        }
        let acceptance = Acceptance(
            of: report, by: file.content.entries, from: options.known, on: .today, renewing: renew)
        let lastDay = (expires ?? .inDays(90)).day(from: .today)
        let additions = acceptance.added.map { cause in
            KnownLeaksFile.Addition(
                entry: KnownLeak(
                    match: KnownLeakMatch(fingerprint: cause.fingerprint),
                    reason: oneLine(reason) ?? standardReason(report),
                    owner: oneLine(owner), expires: lastDay),
                comment: "\(cause.verdict.rawValue): \(cause.brief)")
        }
        let given = GivenValues(reason: oneLine(reason), owner: oneLine(owner), lastDay: expires)
        let changes = acceptance.existing.compactMap { EntryChange(of: $0, given) }
        // Renewed entries keep their lines, while changed ones may add lines, so renewal comes first.
        let changed = try file.renewing(acceptance.renewed, until: lastDay)
            .changing(additions.isEmpty ? changes : []).adding(additions)
        if changed.text != file.text {
            do throws(SystemError) {
                try ReportFile(path: options.known).write(Array(changed.text.utf8))
            } catch {
                complain("outlive: cannot write \(options.known.onOneLine()): \(error); check the folder")
                throw ExitCode(Outcome.failed.rawValue)
            }
        }
        let words = AcceptanceSummary(
            acceptance, additions, changes, report: report, path: options.known, lastDay: lastDay)
        guard
            ReportSink(standard: STDOUT_FILENO, content: .answer).put(Array(Terminal.shown(words.text).utf8), into: nil)
        else {
            throw ExitCode(Outcome.failed.rawValue)
        }
        if !acceptance.expired.isEmpty { throw ExitCode(Outcome.notClean.rawValue) }
    }

    private func oneLine(_ text: String?) -> String? {
        text.map { $0.onOneLine().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }

    private func standardReason(_ report: Report) -> String {
        let name = self.report == "-" ? "a report" : (self.report as NSString).lastPathComponent.onOneLine()
        return
            "Accepted on \(CalendarDay.today) as it was in \(name), a run of \(report.startedAt.onOneLine(upTo: 40)); "
            + "replace this with the reason"
    }
}

/// The value of `--expires`: the last day of an entry.
enum LastDay {
    case day(CalendarDay)
    case inDays(Int)
    case never

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` with the valid forms.
    init(reading argument: String) throws {
        if argument == "never" {
            self = .never
        } else if let match = argument.wholeMatch(of: /([0-9]{1,5})d/), let days = Int(match.1) {
            self = .inDays(days)
        } else if let day = CalendarDay(argument) {
            self = .day(day)
        } else {
            throw ValidationError("write a date such as 2027-03-31, a number of days such as 90d, or never")
        }
    }

    /// Returns the last day, counted from a given day, or `nil` for none.
    func day(from today: CalendarDay) -> CalendarDay? {
        switch self {
        case .day(let day): day
        case .inDays(let days): today.adding(days: days)
        case .never: nil
        }
    }
}
