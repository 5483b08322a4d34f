internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveInspect
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Inspects a running process several times, and finds leaks and growth.",
        discussion: """
            The process can be any Swift program, prepared or not, and is judged by the rules of 'outlive soak': a \
            cycle is the time between two inspections, in which it should do its usual work. It is stopped for some \
            milliseconds while its memory is copied. The watch lasts for --times cycles, until a leak is found with \
            --until-growth, until the process ends, or until an interrupt, which prints the report. Exit codes: 0 no \
            leaks, 1 leaks, 3 the process cannot be inspected or ended too early, 64 wrong usage, 130 interrupted.

            With --at-memory the process is guarded in place of that: nothing is inspected until memory nears the limit \
            at which the kernel kills, then a snapshot and what keeps most of it alive are kept in a folder. Exit codes: \
            1 a snapshot was taken, 0 the process ended without one.

            On a terminal, the screen shows the heap over time, the types that grow, tasks and memory meanwhile: 's' \
            sorts, Enter opens a type, 'q' ends the watch with its report, like an interrupt.

            Examples:

              # Inspect a running process once a minute, ten times
              outlive watch 4711 --times 10
              # Watch until something grows, and keep the heap as a page
              outlive watch 4711 --every 30s --until-growth --heap-page heap.html
              # Keep a snapshot before the kernel kills a service for its memory
              outlive watch 4711 --at-memory 90% --max-pause 5s
            """)

    @Option(
        parsing: .unconditional,
        help: .init("Time between two inspections. (default: 60s)", valueName: "time"),
        transform: Duration.init(option:))
    var every: Duration?

    @Option(
        parsing: .unconditional,
        help: .init("Number of cycles, warm-up included. (default: no limit)", valueName: "n"))
    var times: Int?

    @ArgumentParser.Flag(help: "End as soon as a leak is found that is not known.")
    var untilGrowth = false

    @ArgumentParser.Flag(help: "Inspect the process from outside also where it can take the census itself.")
    var attach = false

    @OptionGroup var limiting: LimitOptions

    @Option(
        help: .init(
            "After each inspection, write the figures as OpenMetrics text for Prometheus to this file, or serve them at "
                + "this port of 127.0.0.1, path /metrics.", valueName: "file|port"),
        transform: MetricsOutput.init(option:))
    var metrics: MetricsOutput?

    @OptionGroup(title: "Guard") var guarding: GuardOptions
    @OptionGroup(title: "Judging") var judging: GrowthOptions
    @OptionGroup(title: "Heap") var evidence: EvidenceOptions
    @OptionGroup(title: "Known leaks") var known: KnownOptions
    @OptionGroup var detail: DetailOptions
    @OptionGroup var output: ReportOptions<ReportFormat>

    @Argument(help: .init("The process, by its ID or name.", valueName: "pid"), transform: processID(of:))
    var target: Int32

    func validate() throws {
        guard judging.leaks != .off, judging.leaks != .require else {
            throw ValidationError(
                "--leaks \(judging.leaks.rawValue) is for resets, and a watch has none: write report or fail")
        }
        guard guarding.atMemory == nil else { return try checkGuard() }
        guard interval > .zero else { throw ValidationError("--every is 0: give a time above 0") }
        guard let times else { return }
        try checkCycles(times, "--times")
        try judging.check(soak: times, option: "--times")
        try checkGrowthIsJudged(cycles: times, warmup: judging.warmup) { "--times \($0)" }
    }

    private var interval: Duration { every ?? .seconds(60) }

    /// Refuses options of regular inspections.
    private func checkGuard() throws {
        let options = [
            ("--every", every != nil), ("--times", times != nil), ("--until-growth", untilGrowth),
            ("--metrics", metrics != nil), ("--report", !output.reports.isEmpty),
            ("--heap-snapshot", evidence.heapSnapshot != nil), ("--heap-page", evidence.heapPage != nil),
        ]
        for (option, isGiven) in options where isGiven {
            throw ValidationError(
                "\(option) is for regular inspections, and --at-memory takes snapshots only near the limit: remove one")
        }
    }

    func run() async throws {
        if let threshold = guarding.atMemory { try await watch(until: threshold) }
        let output = try JudgedOutput(
            reports: output.requests, files: evidence, known: known.source(),
            details: detail.read(), alwaysTakesEvidence: true)
        let publish = try metrics?.prepared()
        let process = try AttachedProcess(
            target, fromOutside: attach, withMemory: true,
            limits: limiting.limits)
        let plan = Plan(
            launch: process.executable, program: Command(program: process.executable).programName, ready: "none",
            reset: nil, done: nil, pairs: 0, warmup: judging.warmup, soak: times ?? 0, settleSeconds: 0,
            timeoutSeconds: limiting.timeout / .seconds(1), leaks: .off, failOn: judging.policy, fidelity: .off,
            growth: judging.growth, stuck: judging.stuck, seed: 0)
        let live = TerminalScreen.isAvailable ? WatchDisplay(of: process, every: interval) : nil
        let observe: @Sendable (WatchLook) -> Void = { look in
            publish?(look)
            live?.show(look)
        }
        let watch = WatchRun(
            plan: plan,
            attachment: Attachment(
                processID: target, everySeconds: interval / .seconds(1), untilGrowth: untilGrowth),
            process: process, toolVersion: toolVersion, evidence: output.evidence.request,
            hasLeak: { output.hasLeak($0, process.executable) }, observe: publish == nil && live == nil ? nil : observe)
        let progress = ProgressLine()
        let display: any RunDisplay = if let live { live } else { progress }
        try await output.report(on: process.executable, showing: display, removeTraces: {}) {
            live?.begin()
            return await watch.run { if live == nil { progress.show(cycles: $0, of: times) } }
        }
    }
}

extension WatchCommand {
    /// Guards the process until it ends or an interrupt arrives.
    private func watch(until threshold: MemoryThreshold) async throws -> Never {
        let process = try AttachedProcess(target, fromOutside: true, limits: limiting.limits)
        let guarded = try GuardedTarget(process, guarding.plan(threshold), limits: limiting.limits)
        let watching = Task { try await MemoryGuard(guarded).run() }
        let interrupts = watchInterrupts(
            first: { watching.cancel() },
            second: {
                killLaunchedProcesses()
                Foundation.exit(Outcome.interrupted.rawValue)
            })
        let outcome: Outcome
        do {
            try await watching.value
            printError("outlive: process \(target) has ended")
            outcome = .clean
        } catch is CancellationError {
            outcome = .interrupted
        }
        for source in interrupts { source.cancel() }
        throw ExitCode(guarded.hasTaken ? .notClean : outcome)
    }
}

/// Returns the process that an argument gives, by its ID or name.
func processID(of text: String) throws -> Int32 {
    guard case .process(let number) = try InspectedTarget(option: text) else {
        throw ValidationError("there is no process '\(text.onOneLine(upTo: 80))': give its ID, or the name of one")
    }
    return number
}
