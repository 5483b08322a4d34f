internal import ArgumentParser
internal import OutliveKnown
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct AcceptBudgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Writes the figures of a report to the file of budgets, higher or lower than before.",
        usage: "outlive budget accept [<options>] <report> ...",
        discussion: """
            A new entry has all figures that were measured; an entry that exists keeps its choice of figures, so \
            remove a line for what is not to be judged. The text and comments of the file are kept. Of a report of \
            tests, the tests that have an entry are written, or all if none has one. \
            Exit codes: 0 written or nothing to write, 3 the report cannot be read or has no figures, or the file \
            cannot be written, 64 wrong usage or a wrong file.

            Examples:

              # Accept what a run measured
              outlive budget accept run.json --reason 'routes are cached by method'
              # Accept what one test costs
              outlive budget accept tests.json --name 'ShopTests.CartTests.total(of:)'
            """)

    @OptionGroup var options: BudgetFileOption

    @Option(
        name: .customLong("name"), parsing: .singleValue,
        help: .init(
            "The name of the budget, or of a test after its module and a dot; repeat for more tests. (default: the name "
                + "for which the run was judged, or the name of its program)", valueName: "name"))
    var names: [String] = []

    @Option(
        help: .init(
            "The reason for the numbers. (default: a reminder to write one, if a number is new or higher)",
            valueName: "text"))
    var reason: String?

    @Argument(
        help: .init(
            "The report, of --report json=FILE; - is standard input. Of several runs of tests, the highest numbers are "
                + "accepted.", valueName: "report"))
    var reports: [String]

    func validate() throws {
        for name in names { try checkBudgetName(name, "--name") }
        guard reason.map(oneLine)?.isEmpty != true else { throw ValidationError("--reason is empty: write a text") }
    }

    func run() throws {
        let file = try BudgetFile(readingIfPresent: options.budgetFile)
        let reports = try self.reports.map { try Report(readFrom: $0) }
        guard let report = reports.first else { throw ValidationError("no report is named") }
        for report in reports { try check(report) }
        let isOfTests = reports.allSatisfy(\.isOfTests)
        guard isOfTests || reports.count == 1 else {
            throw ValidationError("a report of a program has many cycles: give one report, or several of tests")
        }
        let terms = BudgetTerms(
            day: .today, reason: reason.map(oneLine),
            usualReason: "As it was in \(report.source(readFrom: self.reports[0])); replace this with the reason")
        if isOfTests {
            let acceptance = try TestBudgetAcceptance(of: tests(of: reports, file), in: file, terms)
            try write(acceptance.file, insteadOf: file, acceptance.summary)
        } else {
            let acceptance = try BudgetAcceptance(of: figures(of: report), as: name(of: report), in: file, terms)
            try write(acceptance.file, insteadOf: file, acceptance.summary)
        }
    }

    private func write(_ new: BudgetFile, insteadOf old: BudgetFile, _ summary: String) throws {
        try writeEdited(new.text, insteadOf: old.text, to: options.budgetFile)
        try print(Array(printable(summary).utf8), as: .result)
    }

    private func check(_ report: Report) throws(Failure) {
        guard report.shards.isEmpty else {
            throw Failure(.noCensus, "a merged report has no figures of one run: accept the report of a single run")
        }
        // A run that was stopped early may have done other work than a whole one.
        guard report.failures.allSatisfy({ $0.code == .noTrend }), !report.interrupted,
            report.tests?.someFailed != true
        else {
            throw Failure(
                .noCensus, "the run of the report failed or was interrupted: accept the report of a whole run")
        }
    }

    private func name(of report: Report) throws -> String {
        guard names.count < 2 else { throw ValidationError("a report of a program has one budget: give one --name") }
        guard let name = names.first ?? report.budget?.name ?? report.plan.program else {
            throw ValidationError("the report does not name its program: add --name")
        }
        if names.isEmpty { try checkBudgetName(name, "the name of the program, for which --name gives another,") }
        return name
    }

    private func figures(of report: Report) throws(Failure) -> BudgetedFigures {
        guard let figures = report.budgetedFigures else {
            throw Failure(.noCensus, "the report has no count of allocations: run with --heap --allocations")
        }
        return figures
    }

    /// The maximum number of tests that are added at once without their names.
    private static let mostTests = 100

    /// Returns the tests to accept by name: the named ones, or else all tests with an entry, or else all.
    private func tests(of reports: [Report], _ file: BudgetFile) throws -> [String: BudgetedFigures] {
        let runs = reports.map { ($0.allocations ?? []).byTest }
        let names = Set(runs.flatMap(\.keys).filter(isBudgetName))
        let all = Dictionary(
            uniqueKeysWithValues: names.map { name in (name, BudgetedFigures(ofTest: runs.compactMap { $0[name] })) })
        guard !all.isEmpty else {
            throw Failure(.noCensus, "the report has no count of the allocations of tests: run with --allocations")
        }
        if let missing = self.names.first(where: { all[$0] == nil }) {
            let example = all.keys.min() ?? ""
            throw Failure(
                .noCensus,
                "the report has no allocations of a test '\(missing.onOneLine(upTo: 80))': a name is as "
                    + "'\(example.onOneLine(upTo: 80))'")
        }
        let known = Set(file.entries(of: .test).map(\.name))
        let chosen = self.names.isEmpty ? known : Set(self.names)
        guard chosen.isEmpty else { return all.filter { chosen.contains($0.key) } }
        guard all.count <= Self.mostTests else {
            throw Failure(
                .noCensus,
                "the report has \(all.count) tests, and the file none: name those to limit with --name, or run some with "
                    + "--filter")
        }
        return all
    }
}
