internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

/// The `outlive run` command, which runs any program and lists the objects that are alive at its end.
struct RunCommand: AsyncParsableCommand {
    static let name = "run"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Runs a program, leaving its standard output and exit code alone, and lists the Swift objects in it.",
        usage: "outlive run [<options>] -- <command> ...",
        discussion: """
            The program has this command's standard streams, terminal and signals, and its exit status is that of this \
            command (128 and the number of the signal that ended it, 127 when there is no such program, 126 when it \
            cannot be run). The summary goes to standard error, after the program's end. Every Swift process that a \
            script starts is listed; a Swift program is listed alone. Exit code 3: the program was not started, as \
            Outlive could not do its part; with --require-census also: it ran, and there is no census.
            """)

    @Option(
        help: ArgumentHelp(
            "When the objects are counted: exit (at the end, and before a fatal signal), or signal (whenever "
                + "kill -RTMIN+2 asks for it; the last one is reported).", valueName: "when"))
    var census = CensusMoment.exit

    @ArgumentParser.Flag(
        help: "Exit with 3 where there is no census, or no report of it, whatever the program's exit code is.")
    var requireCensus = false

    @OptionGroup var stacks: FramesOption
    @OptionGroup var output: CensusOutput

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The program and its arguments.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        guard let program = command.first, !program.isEmpty else {
            throw ValidationError("no program is named: write it after two dashes: outlive run -- CMD")
        }
    }

    func run() async throws {
        let writer = CensusWriter(requests: output.requests, standard: STDERR_FILENO)
        guard writer.check() else { throw ExitCode(Outcome.failed.rawValue) }
        let startedAt = Date.ISO8601FormatStyle().format(Date())
        let command = Command(program: command[0], arguments: Array(command.dropFirst()))
        let run: HeapRun
        do {
            let library = try HeapLibrary.besideThisExecutable()
            let settings = HeapSettings(library: library, frames: stacks.frames, atExit: census == .exit)
            run = try HeapRun(command, settings)
        } catch let failure as Failure {
            complain("outlive: \(failure.message)")
            throw ExitCode(Outcome.failed.rawValue)
        }
        defer { run.removeDirectory() }
        if let refusal = run.refusal { complain("outlive: there is no census: \(refusal.message)") }
        let ending = try await ending(of: run)
        // The program has ended, so an interrupt now means that no report is wanted.
        let statusWithout = requireCensus ? Outcome.failed.rawValue : ending.status
        let interrupts = Interrupts(
            first: {
                run.removeDirectory()
                Foundation.exit(statusWithout)
            }, second: {})
        var report = CensusReport(
            toolVersion: toolVersion, startedAt: startedAt, machine: .current, command: self.command)
        report.ending = ending
        report.failures += [run.refusal].compactMap(\.self)
        do {
            report.take(try await run.censuses(timeout: .seconds(30)))
        } catch let failure as Failure {
            report.failures.append(failure)
        }
        report.symbolicate()
        let isWritten = writer.write(report)
        if requireCensus, !writer.usesStandardStream {
            // The refusal has been printed before the program began.
            for failure in report.failures.dropFirst(run.refusal == nil ? 0 : 1) {
                complain("outlive: \(failure.message)")
            }
        }
        interrupts.cancel()
        run.removeDirectory()
        throw ExitCode(isWritten && !report.processes.isEmpty ? ending.status : statusWithout)
    }

    private func ending(of run: HeapRun) async throws -> CensusReport.Ending {
        // Before a process serves the tier, the signal would terminate it.
        let hint = Task {
            guard census == .signal, let processID = try? await run.firstServed() else { return }
            complain("outlive: ask for a census with: kill -RTMIN+2 \(processID)")
        }
        defer { hint.cancel() }
        do throws(CommandNotRun) {
            return try await run.run {
                // The program would inherit signals ignored earlier. A closed pipe must not prevent a report to a file.
                signal(SIGPIPE, SIG_IGN)
                signal(SIGXFSZ, SIG_IGN)
            }
        } catch {
            run.removeDirectory()
            complain("outlive: \(error)")
            throw ExitCode(error.status)
        }
    }
}

/// The moment at which `outlive run` takes a census.
enum CensusMoment: String, CaseIterable, ExpressibleByArgument {
    case exit
    case signal
}

extension CensusReport.Ending {
    /// The exit status as a shell reports it.
    var status: Int32 {
        switch self {
        case .exited(let status): status
        case .signalled(let signal): 128 + signal
        }
    }
}

extension CensusReport {
    /// Adds the results of processes.
    mutating func take(_ outcomes: [HeapOutcome]) {
        for outcome in outcomes {
            do {
                let census = try outcome.file.get().census()
                processes.append(
                    CensusedProcess(
                        processID: outcome.hello.processID, executable: outcome.hello.executable, census: census))
            } catch {
                failures.append(error)
            }
        }
        guard outcomes.isEmpty, failures.isEmpty else { return }
        failures.append(
            Failure(
                .noCensus,
                "no Swift process was seen: the program is none and started none, it is linked in a way that lets nothing "
                    + "be preloaded, or it was another user's, who may not write to TMPDIR; look with outlive doctor"))
    }
}
