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
            if search.ended.isEmpty, !ran.isEmpty {
                throw Failure(.noCensus, "the state after the tests is not known: no process of tests captured one")
            }
            search.removeCounters()
            var again = PollutionSearch()
            for selection in search.selections {
                _ = try await runAgain(selection, capturesStates: true) { run in
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
            try await findDependents(of: &search, RunTime(ran))
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

    /// Finds the tests that have another result without the tests that left variables changed, and after which of them.
    private func findDependents(of search: inout PollutionSearch, _ time: RunTime) async throws {
        let seconds = self.time.map { $0 / .seconds(1) } ?? max(time.wall / 4, 30)
        var selections: [TestSelection] = []
        for selection in search.selectionsWithout(upTo: seconds) {
            let results = try await runAgain(selection) { ($0.tests, $0.failures) }
            guard let (ran, failing) = results else { continue }
            selections += search.selectionsAfterOne(bundle: selection.bundle, ran: ran, failing: failing)
        }
        for selection in selections {
            guard let (ran, failing) = try await runAgain(selection, ended: { ($0.tests, $0.failures) }) else {
                continue
            }
            search.add(selection, ran: ran, failing: failing)
        }
        search.add(unexplained: selections)
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
