internal import ArgumentParser
internal import OutliveKnown
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct BudgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "budget",
        abstract: "Accepts what a unit of work or a test costs in a report, or lists the accepted costs.",
        discussion: """
            Budgets are in \(BudgetFile.standardPath), each with the highest number of allocations and bytes of a \
            cycle, the peak of the heap and the growth of a cycle, or with the same of a test; 'outlive bench', 'soak' \
            and 'test' with --allocations apply them. The article "Budgets" explains the file. Exit codes: 0 done, 3 a \
            file cannot be read or written, 64 wrong usage or a wrong file.

            Examples:

              # Count what a request costs, and accept that
              outlive soak --heap --allocations --launch './app --port {port}' \\
                --ready 'tcp:127.0.0.1:{port}' --work 'http://127.0.0.1:{port}/' \\
                --report text --report json=run.json
              outlive budget accept run.json --reason 'the first count'
              # Fail the next run that exceeds it
              outlive soak --heap --allocations --launch './app --port {port}' \\
                --ready 'tcp:127.0.0.1:{port}' --work 'http://127.0.0.1:{port}/' \\
                --budget fail
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
