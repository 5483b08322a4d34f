internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
public import OutliveReport
internal import OutliveSupport

/// The `outlive doctor` command, which checks what works for an executable on this machine.
struct DoctorCommand: AsyncParsableCommand {
    static let name = "doctor"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Checks what works for an executable on this machine, and prints remedies.",
        discussion: """
            If the heap tier can be loaded into the executable, the executable is started, and ended before its main \
            begins, so that the tier checks itself in that program. Without an executable, Outlive's own is examined. \
            Exit codes: 0 all that a tier needs works, 1 something does not, 3 the executable cannot be examined, \
            64 wrong usage.
            """)

    @Option(help: ArgumentHelp("'text' for people or 'json' for programs.", valueName: "format"))
    var report = DiagnosisFormat.text

    @Argument(help: ArgumentHelp("A path, or a name to look up in PATH.", valueName: "executable"))
    var executable: String?

    func run() async throws {
        // A closed pipe, as with `head`, is no failure.
        signal(SIGPIPE, SIG_IGN)
        let diagnosis: Diagnosis
        do {
            let (executable, checks) = try await Doctor().examine(executable)
            diagnosis = Diagnosis(toolVersion: toolVersion, machine: .current, executable: executable, checks: checks)
        } catch let failure as Failure {
            complain("outlive: \(failure.message.onOneLine())")
            throw ExitCode(Outcome.failed.rawValue)
        }
        do {
            try writeAll(
                report.bytes(for: diagnosis, style: Terminal.style(of: STDOUT_FILENO)), to: STDOUT_FILENO)
        } catch let error as SystemError where error.code == EPIPE {
        } catch {
            complain("outlive: cannot write the diagnosis to standard output: \(error)")
            throw ExitCode(Outcome.failed.rawValue)
        }
        throw ExitCode(diagnosis.outcome.rawValue)
    }
}

extension DiagnosisFormat: ExpressibleByArgument {}
