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
              # Only some tests, with a report for CI
              outlive test --filter CartTests --report junit=leaks.xml --report text
            """)

    @Option(
        help: .init(
            "Time in which tests that leave objects behind may run again; 0s for none. (default: a sixteenth of the "
                + "tests' time, at least 0.5s, and much more if there are leaks)", valueName: "time"),
        transform: Duration.init(option:))
    var repeatTime: Duration?
    @OptionGroup var output: ReportOptions<ReportFormat>
    @OptionGroup var known: KnownOptions
    @OptionGroup var detail: DetailOptions

    @Argument(parsing: .allUnrecognized, help: .hidden)
    var arguments: [String] = []

    func run() async throws {
        let writer = try ReportWriter(output.requests)
        let (known, details) = (try known.source(), try detail.read())
        let command = Command(program: "swift", arguments: ["test"] + arguments)
        let plan = Plan(
            launch: command.description, program: "swift", ready: "none", reset: nil, done: nil, pairs: 0, warmup: 0,
            soak: 0, settleSeconds: 0, timeoutSeconds: 0, leaks: .off, heapFrames: HeapSettings.testFrames,
            fidelity: .off, stuck: .fail, seed: 0)
        let check = TestCheck(
            command, library: try HeapSettings.libraryBesideThisExecutable(), names: Symbolicator(),
            repeatingFor: repeatTime)
        let (ended, whenEnded) = AsyncStream.makeStream(of: Never.self)
        let checking = Task { try await check.run(plan) { whenEnded.finish() } }
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
