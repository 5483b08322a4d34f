internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

struct StateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Shows the globals and statics of a program with their values, and what differs from another.",
        usage: "outlive state [<options>] <pid|core|snapshot>",
        discussion: """
            Every stored global and static has a symbol with its type, so its value is read without running code in the \
            process, and so is what it leads to: numbers, cases, counts of collections, set or nil. Of texts and data only \
            the length and a keyed hash are read, never the content. With --diff, a path that differs is named; with \
            several, what differs among them is left out. Exit codes: 0 done, 1 variables differ and --state fail \
            was given, 3 the target cannot be read or a report cannot be written, 64 wrong usage.

            Examples:

              # List what the variables of a service hold
              outlive state 4711
              # Compare a process that was reset with two fresh launches
              outlive state 4711 --diff 4720 --diff 4721
            """)

    @Option(
        name: .customLong("diff"),
        help: .init(
            "Show what differs from this process, core file or snapshot; repeat for more, whose differences among each "
                + "other are left out.", valueName: "pid|core|snapshot"),
        transform: InspectedTarget.init(option:))
    var baselines: [InspectedTarget] = []

    @Option(
        name: .customLong("state"),
        help: .init("Effect of variables that differ from --diff: fail or report.", valueName: "mode"))
    var effect = GateMode.report

    /// The gate in the words of earlier versions.
    @Option(name: .customLong("fail-on"), help: .hidden)
    var failOn: StateGate?

    @OptionGroup var reading: TargetOptions
    @OptionGroup var output: ReportOptions<ListingFormat>

    private var target: InspectedTarget { reading.target }

    func validate() throws {
        let gate = failOn != nil ? "--fail-on changed" : effect == .fail ? "--state fail" : nil
        if let gate, baselines.isEmpty { throw ValidationError("\(gate) needs --diff: name a target") }
        try effect.check("--state", of: "state")
        try reading.check(and: baselines)
    }

    func run() async throws {
        let writer = try ReportWriter(output.requests)
        let key = StateOrder.Key()
        let (snapshot, executable) = try await snapshot(of: target, key)
        var others: [(name: String, state: ProgramState)] = []
        for baseline in baselines {
            let other = try await self.snapshot(of: baseline, key).snapshot
            others.append((baseline.name, try state(in: other, of: baseline)))
        }
        let state = try state(in: snapshot, of: target)
        var report = StateReport(
            toolVersion: toolVersion, target: target.name, processID: snapshot.header.processID, executable: executable,
            time: Double(snapshot.header.time) / 1e9, reason: snapshot.header.reason,
            pauseSeconds: Double(snapshot.header.pause) / 1e9, state: state,
            baselines: others, notes: snapshot.notes + (state.symbols.note.map { [$0] } ?? []))
        let names = reading.names
        report.difference?.changes.addLines(of: report.variables) { names.declarations(ofVariables: $0) }
        let isWritten = writer.write { request, style in
            try request.format.bytes(for: report, style: style, isBrief: request.file == nil)
        }
        guard isWritten else { throw ExitCode.failed }
        if effect == .fail || failOn == .changed, report.difference?.changes.isEmpty == false {
            throw ExitCode(.notClean)
        }
    }

    private func state(in snapshot: HeapSnapshot, of target: InspectedTarget) throws(Failure) -> ProgramState {
        guard var state = ProgramState(snapshot) else {
            throw Failure(
                .noCensus,
                "\(target.name) is a snapshot without the program's state: take one with outlive census --attach --graph "
                    + "FILE PID")
        }
        // What the platform keeps for every program is not its state alone.
        guard state.hasVariablesOfProgram || state.symbols == .read else {
            throw Failure(.noCensus, "\(target.name) has no globals and statics to read: \(state.symbols.remedy)")
        }
        state.name()
        return state
    }

    private func snapshot(
        of target: InspectedTarget, _ key: StateOrder.Key
    ) async throws -> (snapshot: HeapSnapshot, executable: String) {
        if let snapshot = try target.readSnapshot() { return (snapshot, snapshot.modules.first?.path ?? "") }
        let taken = try await TakenSnapshot(
            of: target, fromOutside: reading.attach, root: reading.sysroot?.path, withGraph: false,
            requiresObjects: false, state: StateOrder(key: key, isAlone: true), limits: reading.limits)
        return (try taken.file.snapshot(), taken.executable)
    }
}

/// The differences that `--fail-on` refuses, the word of earlier versions for `--state fail`.
enum StateGate: String, CaseIterable, ExpressibleByArgument {
    case changed
}
