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

struct TasksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tasks",
        abstract: "Lists the tasks of a process, what they wait for, and those that nothing can resume.",
        usage: "outlive tasks [<options>] <pid|core|snapshot>",
        discussion: """
            The target is a process ID, a core file, or a snapshot of 'outlive census --graph'. A process that was \
            started by 'outlive run --census signal -- CMD' lists itself; any other is stopped while its memory is \
            copied. Exit codes: 0 done, 1 a task is stuck and --stuck fail was given, 3 there are no data or a \
            report cannot be written, 64 wrong usage.

            Examples:

              # List the tasks of a process by what they wait for
              outlive tasks 4711
              # Fail a test job if a task can never resume
              outlive tasks --stuck fail 4711
            """)

    @ArgumentParser.Flag(help: "Show tasks below their parents.")
    var tree = false

    @Option(help: .init("Effect of tasks that nothing can resume: fail or report.", valueName: "mode"))
    var stuck = GateMode.report

    /// The gate in the words of earlier versions.
    @Option(name: .customLong("fail-on"), help: .hidden)
    var failOn: TaskGate?

    @OptionGroup var reading: TargetOptions
    @OptionGroup var output: ReportOptions<HeapFormat>

    private var target: InspectedTarget { reading.target }

    func validate() throws {
        try reading.check()
        try stuck.check("--stuck", of: "tasks")
    }

    func run() async throws {
        let writer = try ReportWriter(output.requests)
        let (snapshot, executable) = try await snapshot()
        let input = SnapshotInput(snapshot, path: target.name, names: reading.names)
        writer.warn(input.analysed.namesNote)
        let report = TaskReport(input.analysed, executable: executable)
        let isWritten = writer.write { request, style in
            switch request.format {
            case .listing(let format):
                try format.bytes(for: report, style: style, isTree: tree, limit: request.file == nil ? 20 : nil)
            case .html: try input.picture().about(.tasks).page
            }
        }
        guard isWritten else { throw ExitCode.failed }
        guard stuck == .fail || failOn == .stuck else { return }
        // A gate that cannot judge is not passed.
        if let obstacle = input.analysed.tasks.obstacle { throw Failure(.noCensus, obstacle) }
        if !report.stuck.isEmpty { throw ExitCode(.notClean) }
    }

    /// Returns a snapshot of the target with its graph, and the path of the executable.
    private func snapshot() async throws -> (HeapSnapshot, String) {
        if case .core(let path) = target, HeapSnapshot.isSnapshot(path) {
            let snapshot = try SnapshotInput(path: path, names: reading.names).snapshot
            return (snapshot, snapshot.modules.first?.path ?? "")
        }
        let taken = try await TakenSnapshot(
            of: target, fromOutside: reading.attach, root: reading.sysroot?.path, withGraph: true,
            limits: reading.limits)
        return (try taken.file.snapshot(), taken.executable)
    }
}

/// The tasks that `--fail-on` refuses, the word of earlier versions for `--stuck fail`.
enum TaskGate: String, CaseIterable, ExpressibleByArgument {
    case stuck
}
