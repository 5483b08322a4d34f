internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

/// The `outlive census` command, which lists the live objects of a process under the heap tier.
struct CensusCommand: AsyncParsableCommand {
    static let name = "census"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Lists the Swift objects that are alive in a process now.",
        discussion: """
            The heap tier must be in the process: start it with 'outlive run --census signal -- CMD', or under \
            'outlive soak --heap'. The process is paused for some milliseconds only. Exit codes: 0 the census was \
            taken, 3 there is none, 64 wrong usage.
            """)

    @Option(
        help: ArgumentHelp(
            "Keep the snapshot, with the graph of all blocks, in this file (format: docs/heap-snapshot.md).",
            valueName: "file"),
        transform: { .snapshot(path: $0) })
    var graph: ReportFile?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Timeout of the census. (default: 30s)", valueName: "time"),
        transform: { text in try readable { try Duration(option: text) } })
    var timeout = Duration.seconds(30)

    @OptionGroup var output: CensusOutput

    @Argument(help: ArgumentHelp("The process ID.", valueName: "pid"))
    var processID: Int32

    func validate() throws {
        guard processID > 0 else { throw ValidationError("\(processID) is not a process ID: give a number above 0") }
    }

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let writer = CensusWriter(requests: output.requests, standard: STDOUT_FILENO)
        guard writer.check(), isWritable(graph) else { throw ExitCode(Outcome.failed.rawValue) }
        var report = CensusReport(
            toolVersion: toolVersion, startedAt: Date.ISO8601FormatStyle().format(Date()), machine: .current)
        do {
            report.processes = [try await census()]
        } catch {
            let failure = error as? Failure ?? Failure(.harness, "the harness failed: \(error)")
            complain("outlive: \(failure.message)")
            throw ExitCode(Outcome.failed.rawValue)
        }
        report.symbolicate()
        guard writer.write(report) else { throw ExitCode(Outcome.failed.rawValue) }
    }

    private func census() async throws -> CensusedProcess {
        let process = try HeapProcess(processID)
        let file = try await process.census(withGraph: graph != nil, timeout: timeout)
        defer { unlink(file.path) }
        if let graph {
            guard let bytes = FileManager.default.contents(atPath: file.path) else {
                throw Failure(.noCensus, "\(file.path) cannot be read: check its owner and permissions")
            }
            do throws(SystemError) {
                try graph.write(Array(bytes))
            } catch {
                throw Failure(.harness, "cannot write \(graph.path): \(error); name another file")
            }
        }
        return CensusedProcess(
            processID: processID, executable: process.record.executable, census: try file.census())
    }
}

/// Checks before any other work that the file of a snapshot can be written, and complains if not.
///
/// - Returns: `true` if no obstacle is known beforehand.
func isWritable(_ snapshot: ReportFile?) -> Bool {
    guard let snapshot, let obstacle = snapshot.obstacle else { return true }
    complain("outlive: cannot write the snapshot to \(snapshot.path): \(obstacle); name another file")
    return false
}
