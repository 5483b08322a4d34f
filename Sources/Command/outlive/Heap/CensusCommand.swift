internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

struct CensusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "census",
        abstract: "Lists the Swift objects that are alive in a process now, or were in a core file.",
        usage: "outlive census [<options>] <pid|core>",
        discussion: """
            Any Swift process can be listed. One that was started by 'outlive run --census signal -- CMD', or under \
            'outlive soak --heap', takes the census itself, with allocation sites; any other is stopped while its \
            memory is copied, for some milliseconds, and inspected from outside. A core file of the kernel or of \
            gcore needs the executable and the libraries of the process, at their paths or below --sysroot. Exit \
            codes: 0 the census was taken, 3 there is none or a result cannot be written, 64 wrong usage.

            Examples:

              # List the live objects of a process by type
              outlive census 4711
              # Keep them with all references, and look at them later
              outlive census --graph now.heap 4711
            """)

    @Option(
        help: .init(
            "Keep the snapshot, with the graph of all blocks, in this file (format: docs/heap-snapshot.md).",
            valueName: "file"),
        transform: { .snapshot(path: $0) })
    var graph: ReportFile?

    @OptionGroup var reading: TargetOptions
    @OptionGroup var output: ReportOptions<HeapFormat>
    @OptionGroup var exports: ProfileExports

    private var target: InspectedTarget { reading.target }

    func validate() throws {
        try reading.check()
        if graph != nil, case .core(let path) = target, HeapSnapshot.isSnapshot(path) {
            throw ValidationError("\(path.onOneLine(upTo: 80)) is a snapshot already: leave --graph out")
        }
        try exports.check(besides: (output.reports.map(\.file) + [graph]).compactMap(\.self))
    }

    func run() async throws {
        let writer = try ReportWriter(output.requests)
        try graph?.checkTakesSnapshot(besides: output.requests)
        try exports.prepare()
        var report = CensusReport(
            toolVersion: toolVersion, startedAt: Date.ISO8601FormatStyle().format(Date()), machine: .current)
        let (snapshot, executable) = try await snapshot()
        report.processes = [
            CensusedProcess(
                processID: snapshot.header.processID, executable: executable, census: HeapCensus(snapshot))
        ]
        report.notes = snapshot.notes
        exports.symbolicate(&report, with: reading.names)
        let isExported = exports.write(report)
        let isWritten = writer.write { request, style in
            switch request.format {
            // A file has room for all types, a terminal only for the largest.
            case .listing(let format): try format.bytes(for: report, style: style, isBrief: request.file == nil)
            case .html: try SnapshotInput(snapshot, path: target.name, names: reading.names).picture().page
            }
        }
        guard isWritten, isExported else { throw ExitCode.failed }
    }

    /// Returns the snapshot of the target, which is kept if that is requested, and the path of the executable.
    private func snapshot() async throws -> (HeapSnapshot, String) {
        if let snapshot = try target.readSnapshot() { return (snapshot, snapshot.modules.first?.path ?? "") }
        let taken = try await TakenSnapshot(
            of: target, fromOutside: reading.attach, root: reading.sysroot?.path, withGraph: needsGraph,
            withMemory: needsGraph, state: needsGraph ? StateOrder(isAlone: false) : nil, limits: reading.limits)
        try graph?.keep(taken.file)
        return (try taken.file.snapshot(), taken.executable)
    }

    /// `true` if the snapshot is kept, or shown as a page.
    private var needsGraph: Bool { graph != nil || output.requests.needGraph }
}

extension ReportFile {
    /// Checks before any other work that a snapshot can be written to the file, and that no report replaces it.
    ///
    /// - Throws: `ExitCode.failed`, after printing an error, if there is an obstacle; `ValidationError` for a report.
    func checkTakesSnapshot(besides reports: [OutputRequest<some OutputFormat>]) throws {
        for report in reports.compactMap(\.file) where report.coincides(with: self) {
            throw ValidationError("the snapshot and a report would be written to \(path): name another file for one")
        }
        guard ReportSink(standard: STDOUT_FILENO, content: .snapshot).check([self]) else { throw ExitCode.failed }
    }

    func keep(_ snapshot: HeapFile) throws(Failure) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try snapshot.bytes()
        } catch {
            throw Failure(.noCensus, "the snapshot cannot be read: \(error)")
        }
        do throws(SystemError) {
            try write(bytes)
        } catch {
            throw Failure(.harness, "cannot write \(path): \(error); name another file")
        }
    }
}
