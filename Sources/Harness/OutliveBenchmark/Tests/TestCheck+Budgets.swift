internal import OutliveDriver
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

extension TestCheck {
    /// The number of further runs of a test that exceeds its budget. The median of three runs is judged.
    private static let furtherRuns = 2

    /// Compares tests with their budgets; a test that exceeds its budget is judged by the median of several runs.
    ///
    /// The number of allocations of an array that grows depends on the blocks that the allocator has at hand.
    ///
    /// - Parameter bundles: The bundles of the tests by their names, as in `LeakingTest.budgetName`.
    func compare(
        _ report: inout Report, with budgets: TestBudgets, _ ran: [RanTest], bundles: [String: String]
    ) async throws {
        report.judge(by: budgets, ran: ran)
        let exceeded = report.budgets.filter(\.isExceeded)
        guard !exceeded.isEmpty, !report.interrupted, time != .zero else { return }
        let selections = Self.selections(of: exceeded, ran, bundles)
        var again: [[AllocationFigures]] = []
        do {
            for _ in 0..<Self.furtherRuns {
                var figures: [AllocationFigures] = []
                for selection in selections { figures += try await allocations(of: selection, budgets.names) }
                _ = figures.name(by: names)
                again.append(figures)
            }
        } catch is CancellationError {
            report.interrupted = true
        }
        report.judge(by: budgets, ran: ran, again: again)
    }

    /// Returns the tests to run again, with a selection for each bundle and library.
    private static func selections(
        of exceeded: [BudgetReview], _ ran: [RanTest], _ bundles: [String: String]
    ) -> [TestSelection] {
        struct Group: Hashable {
            var bundle: String
            var library: RanTest.Library
        }
        var tests: [Group: [RanTest]] = [:]
        for budget in exceeded {
            guard let bundle = bundles[budget.name], var test = ran.first(where: { $0.isNamed(budget.name) }) else {
                continue
            }
            test.module = test.module ?? budget.test?.module
            if test.selector != nil { tests[Group(bundle: bundle, library: test.library), default: []].append(test) }
        }
        return tests.map { TestSelection(bundle: $0.bundle, tests: $1) }
    }

    /// Returns the allocations of tests that run once more; none if they do not end in time.
    private func allocations(of selection: TestSelection, _ budgeted: Set<String>) async throws -> [AllocationFigures] {
        try await runAgain(selection, countsAllocations: true) { run in
            var ran = run.tests
            let ends = EndSnapshots(names: names)
            var figures: [AllocationFigures] = []
            for outcome in try await run.processes() {
                // What cannot be read is judged by the other runs.
                guard let process = try? process(outcome, ends, &ran) else { continue }
                figures += process.allocations(withSitesOf: budgeted)
            }
            return figures
        } ?? []
    }
}
