internal import ArgumentParser
internal import OutliveKnown
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct BudgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "budget",
        abstract: "Accepts what a unit of work costs in a report, or lists the accepted costs.",
        discussion: """
            Budgets are in \(BudgetFile.standardPath), each with the highest number of allocations and bytes of a \
            cycle, the peak of the heap and the growth of a cycle; 'outlive bench' and 'soak' with --allocations apply \
            them. The article "Budgets" explains the file.

            Examples:

              # Count what a request costs, accept that, and fail the next run that exceeds it
              outlive soak --heap --allocations --launch ./app --work ./request --report json=run.json
              outlive budget accept run.json --reason 'the first count'
              outlive soak --heap --allocations --launch ./app --work ./request --budget fail
            """,
        subcommands: [AcceptBudgetCommand.self, ListBudgetsCommand.self])
}

/// The option for the path of the file, for commands that edit or show it.
struct BudgetFileOption: ParsableArguments {
    @Option(help: .init("The file of budgets.", valueName: "file"))
    var budgetFile = BudgetFile.standardPath

    func validate() throws {
        guard !budgetFile.isEmpty else { throw ValidationError("--budget-file is empty: name a file") }
    }
}

struct AcceptBudgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Writes the figures of a report to the file of budgets, higher or lower than before.",
        discussion: """
            A new entry has all figures that were measured; an entry that exists keeps its choice of figures, so \
            remove a line for what is not to be judged. The text and comments of the file are kept. \
            Exit codes: 0 written or nothing to write, 3 the report cannot be read or has no figures, or the file \
            cannot be written, 64 wrong usage or a wrong file.

            Examples:

              # Accept what a run measured
              outlive budget accept run.json --reason 'routes are cached by method'
            """)

    @OptionGroup var options: BudgetFileOption

    @Option(
        help: .init(
            "The name of the budget. (default: the name for which the run was judged, or the name of its program)",
            valueName: "name"))
    var name: String?

    @Option(
        help: .init(
            "The reason for the numbers. (default: a reminder to write one, if a number is new or higher)",
            valueName: "text"))
    var reason: String?

    @Argument(help: .init("The report, of --report json=FILE; - is standard input.", valueName: "report"))
    var report: String

    func validate() throws {
        if let name { try checkBudgetName(name, "--name") }
        guard reason.map(oneLine)?.isEmpty != true else { throw ValidationError("--reason is empty: write a text") }
    }

    func run() throws {
        let file = try BudgetFile(readingIfPresent: options.budgetFile)
        let report = try Report(readFrom: report)
        let figures = try figures(of: report)
        guard let name = name ?? report.budget?.name ?? report.plan.program else {
            throw ValidationError("the report does not name its program: add --name")
        }
        if self.name == nil { try checkBudgetName(name, "the name of the program, for which --name gives another,") }
        let acceptance = try BudgetAcceptance(
            of: figures, as: name, in: file, on: .today, reason: reason.map(oneLine),
            usualReason: "As it was in \(report.source(readFrom: self.report)); replace this with the reason")
        try writeEdited(acceptance.file.text, insteadOf: file.text, to: options.budgetFile)
        try print(Array(printable(acceptance.summary).utf8), as: .result)
    }

    private func figures(of report: Report) throws(Failure) -> BudgetedFigures {
        guard report.shards.isEmpty else {
            throw Failure(.noCensus, "a merged report has no figures of one run: accept the report of a single run")
        }
        // A run that was stopped early may have done other work than a whole one.
        guard report.failures.allSatisfy({ $0.code == .noTrend }), !report.interrupted else {
            throw Failure(
                .noCensus, "the run of the report failed or was interrupted: accept the report of a whole run")
        }
        guard !report.isOfTests else {
            throw Failure(.noCensus, "a report of tests has no figures of a cycle: accept the report of a soak")
        }
        guard let figures = report.budgetedFigures else {
            throw Failure(.noCensus, "the report has no count of allocations: run with --heap --allocations")
        }
        return figures
    }
}

struct ListBudgetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the budgets with their figures, days and reasons.",
        discussion: """
            Exit codes: 0 listed, 3 the output cannot be written, 64 wrong usage or a wrong file.

            Examples:

              # List the budgets of this folder
              outlive budget list
            """)

    @OptionGroup var options: BudgetFileOption

    func run() throws {
        try print(Array(printable(BudgetFile(reading: options.budgetFile).listing).utf8), as: .list)
    }
}
