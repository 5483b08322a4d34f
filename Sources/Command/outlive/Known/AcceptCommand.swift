internal import ArgumentParser
internal import OutliveKnown
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct AcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Adds the causes of leaks that fail a report to the list of known leaks, by fingerprint.",
        usage: "outlive baseline accept [<options>] <report>",
        discussion: """
            An entry accepts everything that leaks by its cause. Causes that are already accepted are not added. If \
            nothing is added, --reason, --owner and --expires replace those of the entries that accept the report's \
            leaks. The text and comments of the file are kept. \
            Exit codes: 0 all leaks are accepted, 1 an expired entry still leaks, 3 the report cannot be read or the \
            list cannot be written, 64 wrong usage or a wrong list.

            Examples:

              # Accept the leaks of a run for 30 days
              outlive baseline accept run.json --reason 'fixed in 2.1' \\
                --owner core --expires 30d
            """)

    @OptionGroup var options: BaselineOptions

    @Option(help: .init("The reason for accepting them. (default: a reminder to write one)", valueName: "text"))
    var reason: String?

    @Option(help: .init("The person or team that will fix them.", valueName: "name"))
    var owner: String?

    @Option(
        help: .init(
            "The last day of the new entries: a date (2027-03-31), a number of days (90d) or never. (default: 90d)",
            valueName: "day"), transform: LastDay.init(option:))
    var expires: LastDay?

    @ArgumentParser.Flag(help: "Set the new last day for expired entries that still leak.")
    var renew = false

    @Argument(help: .init("The report, of --report json=FILE; - is standard input.", valueName: "report"))
    var report: String

    func validate() throws {
        for (option, text) in [("--reason", reason), ("--owner", owner)] where text.map(oneLine)?.isEmpty == true {
            throw ValidationError("\(option) is empty: write a text")
        }
        if case .day(let day)? = expires, day < .today {
            throw ValidationError("--expires \(day) is in the past: give today or a later day")
        }
    }

    func run() throws {
        let file = try KnownLeaksFile(readingIfPresent: options.known)
        let report = try Report(readFrom: report)
        let terms = Acceptance.Terms(
            reason: reason.map(oneLine), owner: owner.map(oneLine), lastDay: expires,
            usualReason: "Accepted on \(CalendarDay.today) as it was in \(report.source(readFrom: self.report)); "
                + "replace this with the reason")
        let acceptance = try Acceptance(of: report, by: file, on: .today, terms, isRenewing: renew) {
            "\($0.verdict.rawValue): \($0.brief)"
        }
        try writeEdited(acceptance.file.text, insteadOf: file.text, to: options.known)
        try print(Array(printable(acceptance.summary).utf8), as: .result)
        if !acceptance.expired.isEmpty { throw ExitCode(.notClean) }
    }
}

extension LastDay {
    /// Reads the value of `--expires`.
    ///
    /// - Throws: `ValidationError` with the valid forms.
    init(option text: String) throws {
        guard let lastDay = Self(text, from: .today) else {
            throw ValidationError("write a date such as 2027-03-31, a number of days such as 90d, or never")
        }
        self = lastDay
    }
}
