internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs a program with its output and exit code unchanged, and lists its live Swift objects.",
        usage: "outlive run [<options>] -- <command> ...",
        discussion: """
            The program has the standard streams, terminal and signals of this command, which exits with the program's \
            status (128 plus the number of the signal that ended it, 127 if there is no such program, 126 if it cannot \
            be run). The summary is printed to standard error after the program's end. For a script, every Swift \
            process that it starts is listed; for a Swift program, only that program is. Exit codes: those of the \
            program, 3 it was not started, or its exit status is unknown, because Outlive failed; with \
            --require-census also: it ran, and there is no census; 64 wrong usage.

            Examples:

              # List what is alive at the end of a program
              outlive run -- ./tool --input data.json
              # Sample a service at little cost, and read the result with pprof
              outlive run --sample 512kB --export pprof=heap.pb.gz -- ./service
              # Count what a program allocates, and see what is alive at its peak
              outlive run --allocations --export flamegraph=peak.svg --by peak -- ./tool
              # See how the heap grows and shrinks, as a page
              outlive run --over-time --report html=heap.html -- ./tool
            """)

    @Option(
        help: .init(
            "Time of the census: exit (at the end, and before a fatal signal), or signal (on each kill -RTMIN+2; the "
                + "last census is reported).", valueName: "when"))
    var census = CensusMoment.exit

    @ArgumentParser.Flag(
        help: "Exit with 3 if there is no census, or no report of it, whatever the program's exit code is.")
    var requireCensus = false
    @Option(
        parsing: .unconditional,
        help: .init(
            "Number of frames of each allocation's stack that the heap tier captures, 0 to 64; 0 is the fastest.",
            valueName: "n"))
    var frames = HeapSettings.usualFrames
    @Option(
        parsing: .unconditional,
        help: .init(
            "Sample allocations instead of recording every block: one in this many bytes, on average, such as 512kB. "
                + "Figures are estimates; all allocations are reported beside the live ones.", valueName: "size"),
        transform: sampledBytes(of:))
    var sample: Int?
    @ArgumentParser.Flag(
        help: "Count all allocations by type and stack, and record what was alive at the peak; also of a C program.")
    var allocations = false
    @ArgumentParser.Flag(
        help: "Also report the heap over time, by type and module, from censuses while the program runs.")
    var overTime = false
    @Option(
        parsing: .unconditional,
        help: .init(
            "Time between two censuses of --over-time, longer if they would take more than 5 % of the time. (default: "
                + "100ms)", valueName: "time"),
        transform: Duration.init(option:))
    var every: Duration?
    /// The options of budgets, which are refused.
    @Option(
        name: [.customLong("budget"), .customLong("budget-file"), .customLong("budget-name")], help: .hidden)
    var budget: String?
    @OptionGroup var output: ReportOptions<HeapFormat>
    @OptionGroup var exports: ProfileExports

    @Argument(parsing: .postTerminator, help: .init("The program and its arguments.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        try checkFrames(frames)
        guard budget == nil else {
            throw ValidationError(
                "'outlive run' has no budgets, because its exit code is that of the program: use soak, bench or test")
        }
        guard let program = command.first, !program.isEmpty else {
            throw ValidationError("no program is named: write it after two dashes: outlive run -- CMD")
        }
        if let every {
            guard overTime else { throw ValidationError("--every needs --over-time: add it, or leave --every out") }
            guard every > .zero else { throw ValidationError("--every is 0: give a time above 0") }
        }
        if sample != nil, allocations {
            throw ValidationError("--allocations counts what --sample estimates: remove one")
        }
        if sample != nil, output.reports.needGraph {
            throw ValidationError("the page of a heap needs every block, and --sample records some: remove one")
        }
        guard exports.by.measure == .live || !exports.requests.isEmpty else {
            throw ValidationError("--by is for exports: add --export")
        }
        try exports.check(counts: allocations, samples: sample != nil)
        try exports.check(besides: output.reports.compactMap(\.file))
    }

    func run() async throws {
        let writer = try ReportWriter(output.requests, standard: STDERR_FILENO)
        try exports.prepare()
        let startedAt = Date.ISO8601FormatStyle().format(Date())
        let command = Command(program: command[0], arguments: Array(command.dropFirst()))
        let library = try HeapSettings.libraryBesideThisExecutable()
        let settings = HeapSettings(
            library: library, frames: frames, atExit: census == .exit, withGraph: output.requests.needGraph,
            sampleBytes: sample, countsAllocations: allocations)
        let run = try HeapRun(command, settings)
        defer { run.removeDirectory() }
        if let refusal = run.refusal { printError("outlive: no census: \(refusal.message)") }
        let clock = overTime ? HeapClock(of: run, every: every ?? Self.usualInterval) : nil
        let ending = try await ending(of: run, recordedBy: clock)
        // The program has ended, so an interrupt now means that no report is wanted.
        let statusWithout = requireCensus ? Outcome.failed.rawValue : ending.status
        let interrupts = watchInterrupts(
            first: {
                run.removeDirectory()
                Foundation.exit(statusWithout)
            }, second: {})
        var report = CensusReport(
            toolVersion: toolVersion, startedAt: startedAt, machine: .current, command: self.command)
        report.ending = ending
        report.failures += [run.refusal].compactMap(\.self)
        var heaps: [SnapshotInput] = []
        do {
            let outcomes = try await run.censuses(timeout: .seconds(30))
            report.take(outcomes, recordedBy: clock)
            if output.requests.needGraph {
                heaps = heapInputs(of: outcomes, command: self.command, names: Symbolicator())
            }
        } catch let failure as Failure {
            report.failures.append(failure)
        }
        exports.symbolicate(&report)
        let isExported = exports.write(report)
        let isWritten =
            writer.write { request, style in
                switch request.format {
                // A file has room for all types, a terminal only for the largest.
                case .listing(let format): try format.bytes(for: report, style: style, isBrief: request.file == nil)
                case .html: try heaps.picture(of: report).page
                }
            } && isExported
        if requireCensus, !writer.usesStandardStream {
            // The refusal has been printed before the program began.
            for failure in report.failures.dropFirst(run.refusal == nil ? 0 : 1) {
                printError("outlive: \(failure.message)")
            }
        }
        for source in interrupts { source.cancel() }
        run.removeDirectory()
        throw ExitCode(isWritten && !report.processes.isEmpty ? ending.status : statusWithout)
    }

    /// The time between two censuses of `--over-time` unless another is requested.
    private static let usualInterval = Duration.milliseconds(100)

    private func ending(of run: HeapRun, recordedBy clock: HeapClock?) async throws -> CensusReport.Ending {
        let recording = clock.map { clock in Task { await clock.record() } }
        // Before the tier is active in a process, the signal would terminate it.
        let hint = Task {
            guard census == .signal, let processID = try? await run.firstServed() else { return }
            printError("outlive: request a census with: kill -RTMIN+2 \(processID)")
        }
        defer { hint.cancel() }
        do {
            // The program would inherit signals ignored earlier.
            let ending = try await run.run { ignoreWriteSignals() }
            recording?.cancel()
            await recording?.value
            return ending
        } catch let error as CommandNotRun {
            recording?.cancel()
            run.removeDirectory()
            printError("outlive: \(error)")
            throw ExitCode(error.status)
        }
    }
}

enum CensusMoment: String, CaseIterable, ExpressibleByArgument {
    case exit
    case signal
}

/// Returns the bytes of a size: a number, and B, kB, MB, KiB or MiB.
private func sampledBytes(of text: String) throws -> Int {
    guard let bytes = Int(bytesIn: text), (1...(1 << 30)).contains(bytes)
    else { throw ValidationError("\(text.onOneLine(upTo: 80)) is not a size from 1 B to 1024 MiB, such as 512kB") }
    return bytes
}
