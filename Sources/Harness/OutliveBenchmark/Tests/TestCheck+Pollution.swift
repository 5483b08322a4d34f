internal import OutliveDriver
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSupport

extension TestCheck {
    /// Finds the variables that tests left changed, and runs these tests again to see whether they do so each time.
    func findPollution(
        in run: TestRun, _ ran: [RanTest], expected: [ExpectedDifference], _ report: inout Report
    ) async throws {
        var search = PollutionSearch()
        do {
            for outcome in try await run.processes() {
                let bundle = outcome.record.executable
                var tests = ran
                let modules =
                    ran.contains { $0.module == nil } ? try await TestRun.xctestModules(in: bundle) : [:]
                for index in tests.indices where tests[index].module == nil {
                    tests[index].module = modules[tests[index].suite + "/" + (tests[index].path.last ?? "")]
                }
                try await search.add(
                    run.moments(of: outcome.record), bundle: bundle, tests, failing: run.failures)
            }
            if search.known.isEmpty, !ran.isEmpty {
                throw Failure(.noCensus, "the state after the tests is not known: no process of tests captured one")
            }
            search.removeCounters()
            var again = PollutionSearch()
            for selection in search.selections {
                try await runAgain(selection, capturesStates: true) { run in
                    for outcome in try await run.processes() {
                        try await again.add(
                            run.moments(of: outcome.record), bundle: selection.bundle, selection.tests)
                    }
                }
            }
            let unknown = search.keep(confirmedBy: again)
            if !unknown.isEmpty {
                search.add(
                    note:
                        "what \(counted(Set(unknown.map(\.name)).count, "test")) left changed is not confirmed, as they did "
                        + "not run again to their end")
            }
            for selection in search.selectionsOfFailed {
                try await runAgain(selection, capturesStates: false) { run in
                    let (ran, failures) = (run.tests, run.failures)
                    let passing = selection.tests.filter { test in
                        ran.contains(where: test.isSame) && !failures.contains(where: test.isSame)
                    }
                    search.add(passing: passing, bundle: selection.bundle)
                }
            }
        } catch let failure as Failure {
            report.failures.append(failure)
            return
        }
        let found = search
        report.pollution = try await onOwnThread { _ in
            found.report(expected: expected) { $0.declarations }
        }
        report.notes += found.notes
    }

    /// Runs tests again in one process, without the others between them.
    ///
    /// - Parameter ended: Called with the run, unless it did not end in time.
    private func runAgain(
        _ selection: TestSelection, capturesStates: Bool, ended: (TestRun) async throws -> Void
    ) async throws {
        let seconds = selection.tests.reduce(0) { $0 + $1.seconds }
        let run = try TestRun(
            Command(program: selection.bundle, arguments: selection.arguments(1) + selection.serialArguments),
            preloading: library, of: selection.tests[0].library, capturesStates: capturesStates)
        defer { run.removeDirectory() }
        guard try await run.runInBackground(limit: .seconds(60 + 5 * seconds)) else { return }
        try await ended(run)
    }
}

extension PollutionSearch {
    /// Adds the moments of a process on a thread that may block.
    fileprivate mutating func add(
        _ moments: [TestMoment], bundle: String, _ ran: [RanTest], failing: [RanTest] = []
    ) async throws {
        let known = self
        self = try await onOwnThread { _ in
            var search = known
            try search.add(moments, bundle: bundle, ran, failing: failing)
            return search
        }
    }
}

extension TestSelection {
    /// The arguments by which the tests run one after the other.
    fileprivate var serialArguments: [String] {
        tests.first?.library == .testing ? ["--no-parallel"] : []
    }
}
