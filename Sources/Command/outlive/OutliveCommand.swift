internal import ArgumentParser
internal import COutliveBuild
internal import Foundation
internal import OutliveDriver
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
            """,
        version: versionLine,
        subcommands: [
            BenchCommand.self, SoakCommand.self, WatchCommand.self, RunCommand.self, CensusCommand.self,
            HeapCommand.self, TasksCommand.self, MemoryCommand.self, AuditCommand.self, DoctorCommand.self,
            ReportCommand.self, MergeCommand.self, CompareCommand.self, BaselineCommand.self, XcodeLogCommand.self,
            TourCommand.self,
        ])

    private static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

    /// Runs the command, and reports wrong usage and failures in one line, without the parser's help.
    static func main() async {
        do {
            try launchInspectable(CommandLine.arguments.dropFirst())
            try refuseUnknownCommand(CommandLine.arguments.dropFirst().first)
            var command = try parseAsRoot(ConfigFile.expand(Array(CommandLine.arguments.dropFirst())))
            // The program of `run` would inherit ignored signals.
            if !(command is RunCommand) { ignoreWriteSignals() }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch  where exitCode(for: error) == .validationFailure {
            let command = commandNames.first { $0 == CommandLine.arguments.dropFirst().first }
            let help = command.map { "outlive \($0) --help lists the options" } ?? "outlive --help lists the commands"
            printError("outlive: \(inOneLine(message(for: error))) (\(help))")
            Foundation.exit(Outcome.usage.rawValue)
        } catch let failure as Failure {
            printError("outlive: \(failure.message.onOneLine())")
            Foundation.exit(Outcome.failed.rawValue)
        } catch {
            exit(withError: error)
        }
    }

    /// Becomes a launched program that permits its inspection, if the first word says so.
    ///
    /// - Throws: `Failure` if the program cannot be started.
    private static func launchInspectable(_ words: ArraySlice<String>) throws(Failure) {
        guard words.first == Command.inspectableLaunch else { return }
        throw Command.becomeInspectable(Array(words.dropFirst()))
    }

    /// Refuses a first word that is neither a command nor an option, which the parser would ignore before `--help`.
    ///
    /// - Throws: `ValidationError` with the most similar command.
    private static func refuseUnknownCommand(_ word: String?) throws {
        guard let word, !word.isEmpty, !word.hasPrefix("-"), word != "help", !commandNames.contains(word) else {
            return
        }
        let nearest = commandNames.min { word.editDistance(to: $0) < word.editDistance(to: $1) } ?? BenchCommand.name
        let hint = word.editDistance(to: nearest) <= 2 ? "; did you mean \(nearest)?" : ""
        throw ValidationError("there is no command '\(word.onOneLine(upTo: 80))'\(hint)")
    }

    /// Returns a message of the parser, which may list values on several lines, on one line.
    private static func inOneLine(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        let values = lines.dropFirst().map { $0.trimmingPrefix("  - ") }
        return lines.prefix(1).joined() + (values.isEmpty ? "" : " " + values.joined(separator: ", "))
    }
}

/// The version that reports contain.
let toolVersion = "0.1.0"

/// The output of `--version`: the version, and the commit if the build names it.
private var versionLine: String {
    let commit = String(cString: outl_build_commit())
    return commit.isEmpty ? toolVersion : "\(toolVersion) (commit \(commit))"
}

extension ExitCode {
    /// The application or the harness failed, or output could not be written.
    static let failed = ExitCode(Outcome.failed)

    init(_ outcome: Outcome) { self.init(outcome.rawValue) }
}
