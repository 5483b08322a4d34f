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
            The process has to have the heap tier in it: start it with 'outlive run --census signal -- CMD', or under \
            'outlive soak --heap'. It is held up for some milliseconds only. Exit codes: 0 here is the census, 3 there \
            is none, 64 wrong usage.
            """)

    @Option(
        help: ArgumentHelp(
            "Keep the snapshot in this file, with the graph of all blocks; docs/heap-snapshot.md is its format.",
            valueName: "file"),
        transform: { .snapshot(path: $0) })
    var graph: ReportFile?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long the process may take. (default: 30s)", valueName: "time"),
        transform: { text in try readable { try Duration(option: text) } })
    var timeout = Duration.seconds(30)

    @OptionGroup var output: CensusOutput

    @Argument(help: ArgumentHelp("The number of the process.", valueName: "pid"))
    var processID: Int32

    func validate() throws {
        guard processID > 0 else { throw ValidationError("\(processID) is no process: give the number of one") }
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
                throw Failure(.noCensus, "\(file.path) cannot be read: look who owns it")
            }
            do throws(SystemError) {
                try graph.write(Array(bytes))
            } catch {
                throw Failure(.harness, "cannot write \(graph.path): \(error); name another file")
            }
        }
        return CensusedProcess(
            processID: processID, executable: process.hello.executable, census: try file.census())
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
