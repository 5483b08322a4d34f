internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

struct CensusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "census",
        abstract: "Lists the Swift objects that are alive in a process now.",
        discussion: """
            The heap tier must be in the process: start it with 'outlive run --census signal -- CMD', or under \
            'outlive soak --heap'. The process is paused for some milliseconds only. Exit codes: 0 the census was \
            taken, 3 there is none, 64 wrong usage.
            """)

    @Option(
        help: .init(
            "Keep the snapshot, with the graph of all blocks, in this file (format: docs/heap-snapshot.md).",
            valueName: "file"),
        transform: { .snapshot(path: $0) })
    var graph: ReportFile?

    @Option(
        parsing: .unconditional,
        help: .init("Timeout of the census. (default: 30s)", valueName: "time"),
        transform: Duration.init(option:))
    var timeout = Duration.seconds(30)
    @OptionGroup var output: ReportOptions<CensusFormat>

    @Argument(help: .init("The process ID.", valueName: "pid"))
    var processID: Int32

    func validate() throws {
        guard processID > 0 else { throw ValidationError("\(processID) is not a process ID: give a number above 0") }
    }

    func run() async throws {
        let writer = try ReportWriter(output.requests)
        try graph?.checkTakesSnapshot()
        var report = CensusReport(
            toolVersion: toolVersion, startedAt: Date.ISO8601FormatStyle().format(Date()), machine: .current)
        report.processes = [try await census()]
        report.symbolicate()
        guard writer.write(report) else { throw ExitCode.failed }
    }

    private func census() async throws -> CensusedProcess {
        let process = try HeapProcess(processID)
        let file = try await process.census(withGraph: graph != nil, timeout: timeout)
        defer { unlink(file.path) }
        try graph?.keep(file)
        return CensusedProcess(processID: processID, executable: process.record.executable, census: try file.census())
    }
}

extension ReportFile {
    /// Checks before any other work that a snapshot can be written to the file.
    ///
    /// - Throws: `ExitCode.failed`, after printing an error, if there is an obstacle.
    func checkTakesSnapshot() throws {
        guard ReportSink(standard: STDOUT_FILENO, content: .snapshot).check([self]) else { throw ExitCode.failed }
    }

    func keep(_ snapshot: HeapFile) throws(Failure) {
        guard let bytes = FileManager.default.contents(atPath: snapshot.path) else {
            throw Failure(.noCensus, "\(snapshot.path) cannot be read: check its owner and permissions")
        }
        do throws(SystemError) {
            try write(Array(bytes))
        } catch {
            throw Failure(.harness, "cannot write \(path): \(error); name another file")
        }
    }
}
