internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Runs the tests of a package as they are, and finds those that leak.",
        usage: "outlive test [<options>] [<options of swift test>]",
        discussion: """
            Runs 'swift test' with all other options, shows its output, and then each leak with the tests that leave it. \
            Objects that nothing can reach are leaks at once. Tests that leave other objects behind run again, to see \
            whether these grow. Exit codes: 0 no leaks, 1 leaks or failed tests, 3 the tests could not be run or watched, \
            64 wrong usage, 130 interrupted.

            Examples:

              # Find the leaks of all tests of the package in this folder
              outlive test
              # Find the tests that leave a global or static changed for the next one
              outlive test --pollution
              # Fail if a test allocates more than its budget in outlive.budget.yml
              outlive test --allocations --budget fail
              # Only some tests, with a report for CI
              outlive test --filter CartTests --report junit=leaks.xml --report text
            """)

    @Option(
        help: .init(
            "Time in which tests that leave objects behind may run again; 0s for none. (default: a sixteenth of the "
                + "tests' time, at least 0.5s, and much more if there are leaks)", valueName: "time"),
        transform: Duration.init(option:))
    var repeatTime: Duration?
    @ArgumentParser.Flag(
        help: "Run the tests one after the other, and name those that leave a global or static changed.")
    var pollution = false
    @Option(
        name: .customLong("expect"), parsing: .singleValue,
        help: .init(
            "A variable that tests may leave changed, and the reason: 'state:Cache.shared.*=filled on purpose'; repeat "
                + "for more.", valueName: "state:variable=reason"),
        transform: ExpectedDifference.init(parsing:))
    var expected: [ExpectedDifference] = []
    @ArgumentParser.Flag(help: "Also count the allocations of each test.")
    var allocations = false
    @OptionGroup var output: ReportOptions<ReportFormat>
    @OptionGroup var known: KnownOptions
    @OptionGroup var budget: BudgetChoice
    @OptionGroup var detail: DetailOptions

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var arguments: [String] = []

    func validate() throws {
        if arguments.contains(where: { $0.hasPrefix("--budget-name") }) {
            throw ValidationError("--budget-name is for soak and bench: the budget of a test has the name of the test")
        }
        guard pollution else {
            guard expected.isEmpty else { throw ValidationError("--expect is for --pollution") }
            return
        }
        guard !arguments.contains("--parallel") else {
            throw ValidationError("--pollution runs the tests one after the other: omit --parallel")
        }
        guard expected.allSatisfy({ $0.check == .state }) else {
            throw ValidationError("--expect accepts variables that tests leave changed: state:VARIABLE=REASON")
        }
    }

    /// The arguments by which `swift test` runs tests one after the other, if that is necessary.
    private var serialArguments: [String] {
        pollution && !arguments.contains("--no-parallel") ? ["--no-parallel"] : []
    }

    func run() async throws {
        let writer = try ReportWriter(output.requests)
        let (known, details) = (try known.source(), try detail.read())
        let budget = try budget.requestOfTests(counts: allocations)
        let command = Command(program: "swift", arguments: ["test"] + arguments + serialArguments)
        let plan = Plan(
            launch: command.description, program: "swift", ready: "none", reset: nil, done: nil, pairs: 0, warmup: 0,
            soak: 0, settleSeconds: 0, timeoutSeconds: 0, leaks: .off, heapFrames: HeapSettings.testFrames,
            fidelity: .off, stuck: .fail, budget: budget?.effect, seed: 0)
        let check = TestCheck(
            command, library: try HeapSettings.libraryBesideThisExecutable(), names: Symbolicator(),
            repeatingFor: repeatTime, pollution: pollution ? expected : nil, countsAllocations: allocations,
            budgets: budget?.budgets)
        let (ended, whenEnded) = AsyncStream.makeStream(of: Never.self)
        let checking = Task {
            // Also if the tests do not begin, as without a toolchain.
            defer { whenEnded.finish() }
            return try await check.run(plan) { whenEnded.finish() }
        }
        // The tests have the terminal, and get its signals, until they have ended.
        for await _ in ended {}
        let interrupts = watchInterrupts(
            first: { checking.cancel() }, second: { Foundation.exit(Outcome.interrupted.rawValue) })
        var report: Report
        do {
            report = try await checking.value
        } catch let error as CommandNotRun {
            printError("outlive: \(error)")
            throw ExitCode(error.status)
        }
        report.addMissingFingerprints()
        known.apply(to: &report)
        let isWritten = writer.write(report, details)
        if !writer.usesStandardStream { for failure in report.failures { printError("outlive: \(failure.message)") } }
        for source in interrupts { source.cancel() }
        throw ExitCode(isWritten ? report.outcome : .failed)
    }
}
