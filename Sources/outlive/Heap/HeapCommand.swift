internal import ArgumentParser
internal import Foundation
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

/// `outlive heap`: what is in a snapshot, and what holds it.
struct HeapCommand: ParsableCommand {
    static let name = "heap"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Tells what is in a snapshot of the heap, and who holds it.",
        discussion: """
            Take a snapshot with 'outlive census --graph FILE PID'. Exit codes: 0 done, 3 the snapshot cannot be used or a \
            report not be written, 64 wrong usage.
            """)

    @Option(
        help: ArgumentHelp(
            "Only types of this name, or whose names end in it after a dot; * stands for any characters.",
            valueName: "name"))
    var type: String?

    @ArgumentParser.Flag(help: "Tell who holds the objects of --type.")
    var trace = false

    @Option(
        name: .customLong("export"), parsing: .singleValue,
        help: ArgumentHelp(
            "The snapshot for other tools, to a file or else to standard output: heapsnapshot (Chrome's developer tools, "
                + "memlab) or folded (live bytes by stack, for flame graphs); repeat for more.",
            valueName: "format[=file]"))
    var exports: [HeapExport] = []

    @OptionGroup var output: CensusOutput

    @Argument(help: ArgumentHelp("The snapshot.", valueName: "file"))
    var file: String

    func validate() throws {
        let files = (exports.map(\.file) + output.reports.map(\.file)).compactMap(\.self)
        for (index, file) in files.enumerated() where files[..<index].contains(file) {
            throw ValidationError("two results are to go to \(file.path): name another file for one")
        }
        guard type != "" else { throw ValidationError("--type is empty: name a type") }
        guard !trace || type != nil else { throw ValidationError("--trace is of some types: add --type") }
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // Who asks for an export alone wants nothing else.
        let writer = CensusWriter(requests: exports.isEmpty ? output.requests : output.reports, standard: STDOUT_FILENO)
        let sink = ReportSink(standard: STDOUT_FILENO)
        guard writer.check(), sink.check(exports.compactMap(\.file)) else { throw ExitCode(Outcome.failed.rawValue) }
        let snapshot = try Self.snapshot(at: file)
        var good = true
        for export in exports { good = export.write(snapshot, names: Symbolicator(), into: sink) && good }
        if !writer.requests.isEmpty {
            let report = SnapshotInspection(pattern: type, isTraced: trace).report(snapshot, file: file)
            good = writer.write(report, limit: 20) && good
        }
        guard good else { throw ExitCode(Outcome.failed.rawValue) }
    }

    /// Reads a snapshot with a graph.
    private static func snapshot(at path: String) throws -> HeapSnapshot {
        let snapshot: HeapSnapshot
        do throws(HeapSnapshotError) {
            snapshot = try HeapSnapshot(path: path)
        } catch {
            // What the file system says names the file; what is wrong within does not.
            let what = error.offset == nil ? "\(error)" : "\(path) cannot be used: \(error)"
            complain("outlive: \(what); take one with outlive census --graph FILE PID")
            throw ExitCode(Outcome.failed.rawValue)
        }
        guard snapshot.header.hasGraph else {
            complain("outlive: \(path) is a census without the graph; take it with outlive census --graph FILE PID")
            throw ExitCode(Outcome.failed.rawValue)
        }
        return snapshot
    }
}
