internal import FoundationEssentials
package import OutliveDriver
internal import OutliveHeap
internal import OutliveJudgement
package import OutliveModel
internal import OutliveSupport
package import OutliveSymbols

/// A run of the tests of a package that is judged for leaks.
///
/// What nothing can reach at the end is a leak. Tests that leave objects to which something refers run again several
/// times in one process, and what grows with each run is a leak, too.
package struct TestCheck: Sendable {
    /// The number of runs by which growth is found, and by which a leak differs from a store that is still filling.
    private static let (few, many) = (6, 24)
    private let command: Command
    let library: String
    let names: Symbolicator
    let time: Duration?
    /// The accepted changes of variables, or `nil` to look for none.
    private let pollution: [ExpectedDifference]?
    private let countsAllocations: Bool
    /// The budgets to compare tests with, or `nil` for none.
    private let budgets: TestBudgets?

    /// Creates a check that has not started.
    ///
    /// - Parameters:
    ///   - command: `swift test` with its arguments.
    ///   - library: The library of the heap tier to preload.
    ///   - time: The time in which tests may run again, or `nil` for a sixteenth of the time of all tests, at
    ///     least 0.5 s.
    ///   - pollution: The accepted changes of variables by tests, or `nil` to look for none.
    ///   - countsAllocations: `true` to count the allocations of each test.
    ///   - budgets: The budgets to compare tests with, which needs the count, or `nil` for none.
    package init(
        _ command: Command, library: String, names: Symbolicator, repeatingFor time: Duration? = nil,
        pollution: [ExpectedDifference]? = nil, countsAllocations: Bool = false, budgets: TestBudgets? = nil
    ) {
        (self.command, self.library, self.names) = (command, library, names)
        (self.time, self.pollution) = (time, pollution)
        (self.countsAllocations, self.budgets) = (countsAllocations, budgets)
    }

    /// Runs the tests, and returns a report with findings, without fingerprints and known leaks.
    ///
    /// Cancellation of the task ends the tests that run again, and marks the report as interrupted.
    ///
    /// - Parameter ended: Called when the tests have ended, and no longer have the terminal.
    /// - Throws: `CommandNotRun`, or `Failure` if nothing is known of the run.
    package func run(_ plan: Plan, ended: () -> Void) async throws -> Report {
        let began = SuspendingClock.now
        var report = Report(
            toolVersion: toolVersion, startedAt: Date.ISO8601FormatStyle().format(Date()), machine: .current, plan: plan
        )
        let first = try TestRun(
            command, preloading: library, capturesStates: pollution != nil, countsAllocations: countsAllocations)
        defer { first.removeDirectory() }
        let judge = EndedTests(names: names)
        let ends = EndSnapshots(names: names)
        do {
            try first.answer { inquiry, process in
                try await judge.findings(of: inquiry, in: process) { first.tests }
            }
        } catch {
            report.add(notes: ["tests with .failOnLeaks watched tracked components alone: \(error)"])
        }
        let early = Task { await ends.prepare(endedOf: first) }
        defer { early.cancel() }
        let ending = try await first.runInForeground()
        early.cancel()
        await early.value
        ended()
        var ran = first.tests
        var figures = TestFigures(tests: ran.count, status: ending.status)
        var findings: [Finding] = []
        var remainders: [TestRemainders] = []
        var bundles: [String: String] = [:]
        for outcome in try await first.processes() {
            do throws(Failure) {
                guard let process = try process(outcome, ends, &ran) else { continue }
                let (lost, notes) = process.losses()
                findings += lost
                report.add(notes: notes)
                if countsAllocations {
                    let allocations = process.allocations(withSitesOf: budgets?.names ?? [])
                    report.allocations = (report.allocations ?? []) + allocations
                    for name in allocations.byTest.keys { bundles[name] = outcome.record.executable }
                }
                report.stuckTasks = (report.stuckTasks ?? []) + process.stuckTasks
                remainders.append(
                    TestRemainders(bundle: outcome.record.executable, tests: process.remainders()))
            } catch {
                report.failures.append(error)
            }
        }
        figures.tests = ran.count
        report.refuse(ending, figures, watched: remainders.count, libraries: Set(ran.map(\.library)).count)
        let lost = findings
        // After an interrupt the user waits for the result.
        report.interrupted = ending.isInterrupt
        let choice = TestChoice(
            from: report.interrupted ? [] : remainders, of: ran, leaks: findings.contains { $0.verdict == .leak },
            repetitions: Self.few, time: time.map { $0 / .seconds(1) })
        if choice.omitted > 0 {
            report.add(notes: [
                "\(counted(choice.omitted, "test")) left objects behind, and did not run again to see whether they grow: "
                    + "give --repeat-time more than \(Int(choice.seconds.rounded(.up))) s"
            ])
        }
        do {
            for selection in choice.selections {
                findings += try await growth(of: selection, &figures, &report).filter { !$0.isAmong(lost) }
            }
        } catch is CancellationError {
            report.interrupted = true
        }
        if let pollution, !report.interrupted {
            do {
                try await findPollution(in: first, ran, expected: pollution, &report)
            } catch is CancellationError {
                report.interrupted = true
            }
        }
        report.findings = findings.joined.worstFirst
        report.tests = figures
        report.nameAllocations(by: names)
        if let budgets { try await compare(&report, with: budgets, ran, bundles: bundles) }
        report.seconds = began.duration(to: .now) / .seconds(1)
        return report
    }
}

extension TestCheck {
    /// Returns a process of tests at its end, or `nil` if the tier is not active in it.
    ///
    /// `--parallel` runs each XCTest in a process of its own, which prints nothing: its arguments name the test.
    func process(
        _ outcome: HeapOutcome, _ ends: EndSnapshots, _ tests: inout [RanTest]
    ) throws(Failure) -> TestProcess? {
        let selected = outcome.record.selection.flatMap(RanTest.init(selectedBy:))
        let alone = selected.map { tests.add(alone: $0) }
        let file = try outcome.file.get()
        guard let start = outcome.record.clockStart else { return nil }
        let analysed = try ends.take(outcome.record, file)
        if let alone, tests[alone].spans.isEmpty {
            tests[alone].spans = [start...max(start, Double(analysed.snapshot.header.time) / 1e9)]
        }
        return TestProcess(analysed, names: names, tests: tests, alone: alone, clockStart: start)
    }

    /// Returns what grows while tests of one library run again and again.
    private func growth(
        of selection: TestSelection, _ figures: inout TestFigures, _ report: inout Report
    ) async throws -> [Finding] {
        figures.add(selection.tests, runs: Self.few)
        let grown = try await growth(of: selection, Self.few, &report)
        let growing = selection.tests.filter { test in grown.contains { $0.verdict == .leak && $0.isLeft(by: test) } }
        // A store with a bound stops growing.
        guard !growing.isEmpty else { return grown }
        figures.add(growing, runs: Self.many)
        return try await growth(of: TestSelection(bundle: selection.bundle, tests: growing), Self.many, &report)
    }

    /// Returns what grows while tests of one library run several times in one process.
    private func growth(
        of selection: TestSelection, _ repetitions: Int, _ report: inout Report
    ) async throws -> [Finding] {
        let judged = try await runAgain(selection, repetitions) { run in
            var ran = run.tests
            let ends = EndSnapshots(names: names)
            var findings: [Finding] = []
            for outcome in try await run.processes() {
                do throws(Failure) {
                    guard let process = try process(outcome, ends, &ran) else { continue }
                    let (grown, notes) = process.growth(over: repetitions)
                    findings += grown
                    report.add(notes: notes)
                } catch {
                    report.add(notes: ["growth is not judged: \(error.message)"])
                }
            }
            return findings
        }
        if judged == nil { report.add(notes: ["the tests that ran again did not end, so that growth is not judged"]) }
        return judged ?? []
    }

    /// Runs tests again in one process, without the others between them.
    ///
    /// - Parameter ended: Called with the run when it has ended.
    /// - Returns: The result of `ended`, or `nil` if the run was killed as it did not end in time.
    func runAgain<Result>(
        _ selection: TestSelection, _ repetitions: Int = 1, capturesStates: Bool = false,
        countsAllocations: Bool = false, ended: (TestRun) async throws -> Result
    ) async throws -> Result? {
        let run = try TestRun(
            Command(program: selection.bundle, arguments: selection.arguments(repetitions)), preloading: library,
            of: selection.tests[0].library, repetitions: repetitions, capturesStates: capturesStates,
            countsAllocations: countsAllocations)
        defer { run.removeDirectory() }
        let limit = Duration.seconds(60 + 5 * selection.seconds * Double(repetitions))
        return try await run.runInBackground(limit: limit) ? try await ended(run) : nil
    }
}

extension TestFigures {
    fileprivate mutating func add(_ tests: [RanTest], runs: Int) {
        add(tests.map { "\($0.module ?? "").\($0.name)" }, runs: runs)
    }
}

extension CensusReport.Ending {
    /// `true` if the terminal or a CI server ended the tests.
    fileprivate var isInterrupt: Bool { [SIGHUP, SIGINT, SIGTERM].map { 128 + $0 }.contains(status) }
}

extension Finding {
    /// Returns `true` if the objects are of a type that a test which leaves them loses anyway.
    fileprivate func isAmong(_ lost: [Finding]) -> Bool {
        lost.contains { other in
            other.identity == identity
                || other.key.type == key.type && !Set(other.tests ?? []).isDisjoint(with: tests ?? [])
        }
    }

    fileprivate func isLeft(by test: RanTest) -> Bool {
        (tests ?? []).contains { $0.name == test.name && (test.module ?? $0.module) == $0.module }
    }
}

extension [RanTest] {
    /// Adds the only XCTest of a process, unless its runner printed it, and returns its index.
    fileprivate mutating func add(alone test: RanTest) -> Int {
        guard let known = firstIndex(where: test.isSame) else {
            append(test)
            return count - 1
        }
        // The runner prints no module.
        self[known].module = test.module
        return known
    }
}

private struct JoinedKey: Hashable {
    var identity: Finding.Identity
    var key: ComponentKey
}

extension [Finding] {
    /// The findings, joined where the identity is the same, as several processes can show them.
    fileprivate var joined: [Finding] {
        combined(by: { JoinedKey(identity: $0.identity, key: $0.key) }) { sum, finding in
            sum.births = [Birth(generation: 1, count: sum.count + finding.count)]
            sum.bytes = boundedSum(sum.bytes ?? 0, finding.bytes ?? 0)
            sum.tests = Set((sum.tests ?? []) + (finding.tests ?? [])).sorted()
        }
    }
}

extension Report {
    fileprivate mutating func add(notes: [String]) {
        self.notes += notes.filter { !self.notes.contains($0) }
    }

    /// Refuses a run of which nothing is known.
    fileprivate mutating func refuse(
        _ ending: CensusReport.Ending, _ figures: TestFigures, watched: Int, libraries: Int
    ) {
        guard failures.isEmpty, figures.tests == 0 || watched < libraries else { return }
        let what =
            figures.tests > 0
            ? "\(libraries - watched) of \(libraries) test processes left no census"
            : ending.status == 0 ? "no test ran" : "it ended with status \(ending.status) before any test ran"
        failures.append(Failure(.noCensus, "leaks are not known: \(what); see the output of the tests"))
    }
}
