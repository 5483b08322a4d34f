internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
public import OutliveReport

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks what works for an executable on this machine, and prints remedies.",
        discussion: """
            If the heap tier can be loaded into the executable, the executable is started, and ended before its main \
            begins, so that the tier checks itself in that program. Without an executable, Outlive's own is examined. \
            Exit codes: 0 all that a tier needs works, 1 something does not, 3 the executable cannot be examined, \
            64 wrong usage.

            Examples:

              # Check what Outlive can do for a program, before a run
              outlive doctor .build/release/service
            """)

    @Option(help: .init("'text' for people or 'json' for programs.", valueName: "format"))
    var report = ListingFormat.text

    @Argument(help: .init("A path, or a name to look up in PATH.", valueName: "executable"))
    var executable: String?

    func run() async throws {
        let (executable, checks) = try await Doctor().examine(executable)
        let diagnosis = Diagnosis(toolVersion: toolVersion, machine: .current, executable: executable, checks: checks)
        try print(report.bytes(for: diagnosis, style: TextStyle(of: STDOUT_FILENO)), as: .diagnosis)
        throw ExitCode(diagnosis.outcome)
    }
}

extension ListingFormat: ExpressibleByArgument {}
