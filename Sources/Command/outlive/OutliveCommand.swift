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
        discussion: """
            Exit codes: 0 clean, 1 leaks or state that survived the reset, 2 slower than the gate, \
            3 the application or the harness failed, 64 wrong usage, 130 interrupted.

            Examples:

              # See what Outlive does, in a minute
              outlive tour
              # Find a leak in a service that is launched for this
              outlive soak --heap --launch './app --port {port}' --ready 'tcp:127.0.0.1:{port}' \\
                  --work 'http://127.0.0.1:{port}/'
              # Find a leak in a service that runs now
              outlive watch 1234
            """,
        version: versionLine,
        subcommands: [
            TestCommand.self, BenchCommand.self, SoakCommand.self, WatchCommand.self, RunCommand.self,
            CensusCommand.self,
            HeapCommand.self, ExploreCommand.self, StateCommand.self, TasksCommand.self, MemoryCommand.self,
            AuditCommand.self,
            DoctorCommand.self,
            ReportCommand.self, MergeCommand.self, CompareCommand.self, BisectCommand.self, BaselineCommand.self,
            BudgetCommand.self,
            ExplainCommand.self, MCPCommand.self,
            XcodeLogCommand.self,
            LeaksLogCommand.self, MetricKitCommand.self,
            TourCommand.self,
        ])

    private static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

    /// Runs the command, and reports wrong usage and failures in one line, without the parser's help.
    static func main() async {
        restoreChildSignal()
        do {
            try launchInspectable(CommandLine.arguments.dropFirst())
            try refuseUnknownCommand(CommandLine.arguments.dropFirst())
            let typed = Array(CommandLine.arguments.dropFirst())
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
            let name = commandNames.first { $0 == CommandLine.arguments.dropFirst().first }
            let help = name.map { "outlive \($0) --help lists the options" } ?? "outlive --help lists the commands"
            let reason = misspeltOption(CommandLine.arguments.dropFirst()) ?? inOneLine(message(for: error))
            printError("outlive: \(reason) (\(help))")
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

    /// Refuses a first word that is neither a command nor an option, which the parser would ignore before `--help`, and
    /// such a word after `help`.
    ///
    /// - Throws: `ValidationError` with the most similar command.
    private static func refuseUnknownCommand(_ words: ArraySlice<String>) throws {
        let named = words.first == "help" ? words.dropFirst() : words
        guard let word = named.first, !word.isEmpty, !word.hasPrefix("-"), word != "help", !commandNames.contains(word)
        else { return }
        let hint = word.nearest(of: commandNames).map { "; did you mean \($0)?" } ?? ""
        throw ValidationError("there is no command '\(word.onOneLine(upTo: 80))'\(hint)")
    }

    /// Returns the message about an option that is almost one of the command, or `nil` if there is none.
    ///
    /// The parser reports what is missing first, also if only the name of an option is misspelt.
    private static func misspeltOption(_ words: ArraySlice<String>) -> String? {
        let command = configuration.subcommands.first { $0.configuration.commandName == words.first } ?? Self.self
        // Examples and descriptions mention other options only of the same command.
        let options = helpMessage(for: command, includeHidden: true).matches(of: /--[a-z][a-z-]*/).map {
            String($0.output)
        }
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
            let name = String(word.prefix { $0 != "=" })
            guard !options.contains(name), let nearest = name.nearest(of: options) else { continue }
            return "there is no option '\(name.onOneLine(upTo: 80))'; did you mean \(nearest)?"
        }
        return nil
    }

    /// Returns a message of the parser, which may list values on several lines, on one line.
    private static func inOneLine(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        let values = lines.dropFirst().map { $0.trimmingPrefix("  - ") }
        return lines.prefix(1).joined() + (values.isEmpty ? "" : " " + values.joined(separator: ", "))
    }
}

extension String {
    /// Returns the most similar of some names, or `nil` if more than two letters differ.
    fileprivate func nearest(of names: [String]) -> String? {
        let nearest = names.min { editDistance(to: $0) < editDistance(to: $1) }
        return nearest.flatMap { editDistance(to: $0) <= 2 ? $0 : nil }
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
