internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveYAML

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

            Examples:

              # Accept the leaks of a run for 30 days
              outlive baseline accept run.json --reason 'fixed in 2.1' --owner core --expires 30d
            """)

    @OptionGroup var options: BaselineOptions

    @Option(help: .init("The reason for accepting them. (default: a reminder to write one)", valueName: "text"))
    var reason: String?

    @Option(help: .init("The person or team that will fix them.", valueName: "name"))
    var owner: String?

    @Option(
        help: .init(
            "The last day of the new entries: a date (2027-03-31), a number of days (90d) or never. (default: 90d)",
            valueName: "day"), transform: LastDay.init(reading:))
    var expires: LastDay?

    @ArgumentParser.Flag(help: "Set the new last day for expired entries that still leak.")
    var renew = false

    @Argument(help: .init("The report, of --report json=FILE; - is standard input.", valueName: "report"))
    var report: String

    func validate() throws {
        for (option, text) in [("--reason", reason), ("--owner", owner)] where oneLine(text)?.isEmpty == true {
            throw ValidationError("\(option) is empty: write a text")
        }
        if case .day(let day)? = expires, day < .today {
            throw ValidationError("--expires \(day) is in the past: give today or a later day")
        }
    }

    func run() throws {
        let file = try KnownLeaksFile(readingIfPresent: options.known)
        let report = try Report(readFrom: report)
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
        let changes = acceptance.existing.map(change).filter { $0.changed != $0.entry }
        let renewals = acceptance.renewed.map { entry in
            var renewed = entry
            renewed.expires = lastDay
            return KnownLeaksFile.Change(entry: entry, changed: renewed)
        }
        let changed = try file.changing(renewals + (additions.isEmpty ? changes : [])).adding(additions)
        if changed.text != file.text {
            do throws(SystemError) {
                try ReportFile(path: options.known).write(Array(changed.text.utf8))
            } catch {
                throw Failure(.harness, "cannot write \(options.known): \(error); check the folder")
            }
        }
        let text = acceptance.summary(
            additions, changes, report: report, path: options.known.onOneLine(), lastDay: lastDay)
        try print(Array(Terminal.shown(text).utf8), as: .result)
        if !acceptance.expired.isEmpty { throw ExitCode(.notClean) }
    }

    private func change(_ entry: KnownLeak) -> KnownLeaksFile.Change {
        var changed = entry
        if let reason = oneLine(reason) { changed.reason = reason }
        if let owner = oneLine(owner) { changed.owner = owner }
        if let expires { changed.expires = expires.day(from: .today) }
        return KnownLeaksFile.Change(entry: entry, changed: changed)
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
