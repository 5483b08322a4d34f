internal import ArgumentParser
internal import COutliveBuild
internal import Foundation
internal import OutliveDriver
internal import OutliveKnown
internal import OutliveModel
internal import OutliveSupport

/// The `outlive` command, which runs its subcommands and ends with the documented exit codes.
@main
struct OutliveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outlive",
        abstract: "Finds leaks and leftover state, and compares a reset with a relaunch.",
        usage: """
            outlive <command> [<options>]
            outlive <target> [<later>]
            """,
        discussion: """
            A target alone is a process, by its ID or name, a heap snapshot, a core file or a report, and is answered by \
            'outlive overview'. Exit codes: 0 clean, 1 leaks or state that survived the reset, 2 slower than the gate, \
            3 the application or the harness failed, 64 wrong usage, 130 interrupted.

            Examples:

              # See what Outlive does, in a minute
              outlive tour
              # Find a leak in a service that is launched for this
              outlive soak --heap --launch './app --port {port}' \\
                --ready 'tcp:127.0.0.1:{port}' --work 'http://127.0.0.1:{port}/'
              # Look at a service that runs now, and watch whether it leaks
              outlive 4711
              outlive watch 4711
            """,
        version: versionLine,
        groupedSubcommands: [
            CommandGroup(
                name: "Find leaks",
                subcommands: [
                    TestCommand.self, SoakCommand.self, WatchCommand.self, RunCommand.self, LeaksLogCommand.self,
                    MetricKitCommand.self,
                ]),
            CommandGroup(
                name: "Look at a program",
                subcommands: [
                    OverviewCommand.self, CensusCommand.self, HeapCommand.self, ExploreCommand.self, StateCommand.self,
                    TasksCommand.self, MemoryCommand.self, ExplainCommand.self, MCPCommand.self,
                ]),
            CommandGroup(
                name: "Compare",
                subcommands: [BenchCommand.self, CompareCommand.self, BisectCommand.self, XcodeLogCommand.self]),
            CommandGroup(
                name: "Continuous integration",
                subcommands: [
                    ReportCommand.self, MergeCommand.self, BaselineCommand.self, BudgetCommand.self, AuditCommand.self,
                ]),
            CommandGroup(name: "Set up", subcommands: [TourCommand.self, DoctorCommand.self]),
        ])

    static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

    /// Runs the command, and reports wrong usage and failures in one line, without the parser's help.
    static func main() async {
        restoreChildSignal()
        do {
            try launchInspectable(CommandLine.arguments.dropFirst())
            let typed = withOverview(Array(CommandLine.arguments.dropFirst()))
            try WrongUsage(typed).refuseUnknownCommand()
            var command = try parseAsRoot(ConfigFile.expand(typed, of: [BenchCommand.self, SoakCommand.self]))
            // The program of `run` would inherit ignored signals.
            if !(command is RunCommand) { ignoreWriteSignals() }
            if var command = command as? any AsyncParsableCommand {
                try requireAddressSpace()
                try await command.run()
            } else {
                try command.run()
            }
        } catch  where error is YAMLError || exitCode(for: error) == .validationFailure {
            printError(
                "outlive: \(WrongUsage(withOverview(Array(CommandLine.arguments.dropFirst()))).line(for: error))")
            Foundation.exit(status(Outcome.usage))
        } catch let failure as Failure {
            printError("outlive: \(failure.message.onOneLine())")
            Foundation.exit(status(Outcome.failed))
        } catch let code as ExitCode {
            Foundation.exit(Outcome(rawValue: code.rawValue).map(status) ?? code.rawValue)
        } catch {
            exit(withError: error)
        }
    }

    /// Returns the arguments with the command for a target alone before it.
    private static func withOverview(_ words: [String]) -> [String] {
        guard let first = words.first, !first.hasPrefix("-"), first != "help", !commandNames.contains(first),
            OverviewCommand.takes(first)
        else { return words }
        return ["overview"] + words
    }

    /// Returns the exit status for an outcome.
    private static func status(_ outcome: Outcome) -> Int32 {
        let words = CommandLine.arguments.dropFirst()
        let isForBisect = words.first == "soak" && words.contains("--for-bisect")
        return isForBisect ? outcome.statusForBisect : outcome.rawValue
    }

    /// Becomes a launched program that permits its inspection, if the first word says so.
    ///
    /// - Throws: `Failure` if the program cannot be started.
    private static func launchInspectable(_ words: ArraySlice<String>) throws(Failure) {
        guard words.first == Command.inspectableLaunch else { return }
        throw Command.becomeInspectable(Array(words.dropFirst()))
    }
}

/// The output of `--version`: the version, and the commit if the build names it.
private var versionLine: String {
    let commit = String(cString: outl_build_commit())
    return commit.isEmpty ? toolVersion : "\(toolVersion) (commit \(commit))"
}

extension Outcome {
    /// The exit status for `git bisect run`: 125 skips a commit, 128 and above end the search.
    fileprivate var statusForBisect: Int32 {
        switch self {
        case .clean: 0
        case .notClean, .tooSlow: 1
        case .failed: 125
        case .usage: 128
        case .interrupted: rawValue
        }
    }
}

extension ExitCode {
    /// The application or the harness failed, or output could not be written.
    static let failed = ExitCode(Outcome.failed)

    init(_ outcome: Outcome) { self.init(outcome.rawValue) }
}
