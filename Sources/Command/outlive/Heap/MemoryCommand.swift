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

struct MemoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Explains the resident memory of a process: live, kept by the allocator, stacks, files.",
        usage: "outlive memory [<options>] <pid|core|snapshot>",
        discussion: """
            The parts are disjoint and add up to the resident memory (Rss). The process can be any program for glibc, \
            in Swift or not; with another allocator, its memory is one part. It is stopped for some milliseconds while \
            its memory is copied. One look cannot distinguish a leak from a cache: --every and --times judge growth by \
            the rules of 'outlive watch'. Exit codes: 0 done, 3 the target cannot be read or a report \
            cannot be written, 64 wrong usage.

            Examples:

              # Explain the memory of a process
              outlive memory 4711
              # Follow it for ten minutes, and judge whether it grows
              outlive memory 4711 --every 1m --times 10
            """)

    @Option(
        parsing: .unconditional,
        help: .init("Time between two looks. (default: one look)", valueName: "time"),
        transform: Duration.init(option:))
    var every: Duration?

    @Option(
        parsing: .unconditional,
        help: .init("Number of looks with --every. (default: \(MemoryVerdict.Growth.minimumLooks))", valueName: "n"))
    var times: Int?

    @OptionGroup var reading: TargetOptions
    @OptionGroup var output: ReportOptions<HeapFormat>

    private var target: InspectedTarget { reading.target }

    func validate() throws {
        if let every, every <= .zero { throw ValidationError("--every is 0: give a time above 0") }
        if let times, times < 1 { throw ValidationError("--times is \(times): give 1 or more") }
        if times != nil, every == nil { throw ValidationError("--times needs --every: add the time between two looks") }
        if every != nil, case .core = target { throw ValidationError("--every is for processes: leave it out") }
        try reading.check()
    }

    func run() async throws {
        let writer = try ReportWriter(output.requests)
        let (report, input) = try await look()
        writer.warn(input.analysed.namesNote)
        let good = writer.write { request, style in
            switch request.format {
            case .listing(let format): try format.bytes(for: report, style: style, isBrief: request.file == nil)
            case .html:
                try input.picture(memory: report).about(.memory).page
            }
        }
        guard good else { throw ExitCode.failed }
    }

    /// Returns the use of memory, and the last snapshot.
    private func look() async throws -> (MemoryReport, SnapshotInput) {
        if case .process(let processID) = target, let every {
            let process = try AttachedProcess(
                processID, fromOutside: true, withMemory: true, requiresObjects: false, limits: reading.limits)
            let progress = ProgressLine()
            let (looks, growth, last) = try await lookAtMemory(
                of: process, every: every, times: times ?? MemoryVerdict.Growth.minimumLooks
            ) { progress.show(cycles: $0, of: times) }
            progress.clear()
            guard let last, let look = looks.last else { throw obstacle }
            let report = MemoryReport(
                toolVersion: toolVersion, target: target.name, looks: looks,
                verdict: MemoryVerdict(look, growth: growth), notes: last.notes)
            return (report, SnapshotInput(last, path: target.name, names: reading.names))
        }
        let input = SnapshotInput(try await snapshot(), path: target.name, names: reading.names)
        let snapshot = input.snapshot
        guard var look = MemoryBreakdown(snapshot) else { throw obstacle }
        let savings = try await addRecords(to: &look) ?? Savings(snapshot)
        var memory = MemoryReport(of: look, target: target.name, notes: input.analysed.notes)
        memory.savings = savings
        memory.symbolicate(with: reading.names)
        return (memory, input)
    }

    /// Adds what the heap tier of a process has recorded: its own memory, and the allocation sites of C memory.
    ///
    /// - Returns: What could be saved, with allocation sites, or `nil` without the heap tier.
    private func addRecords(to look: inout MemoryBreakdown) async throws -> Savings? {
        guard !reading.attach, case .process(let processID) = target, let served = try HeapProcess.ifServed(processID)
        else { return nil }
        let file = try await served.census(withGraph: true, timeout: reading.limiting.timeout)
        defer { file.remove() }
        let snapshot = try file.snapshot()
        var report = CensusReport(toolVersion: toolVersion, startedAt: "", machine: .current)
        report.processes = [
            CensusedProcess(processID: processID, executable: "", census: HeapCensus(snapshot))
        ]
        report.symbolicate()
        let sites = report.processes[0].census.memoryBySite
        look.add(sites: sites, tierBytes: snapshot.header.tierBytes ?? 0)
        return Savings(snapshot)
    }

    private var obstacle: Failure {
        Failure(.noCensus, "\(target.name) does not contain the use of memory: give the process, or its core file")
    }

    private func snapshot() async throws -> HeapSnapshot {
        if let snapshot = try target.readSnapshot() { return snapshot }
        let taken = try await TakenSnapshot(
            of: target, fromOutside: true, root: reading.sysroot?.path, withGraph: true, withMemory: true,
            requiresObjects: false, limits: reading.limits)
        return try taken.file.snapshot()
    }
}
