internal import OutliveDriver
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSupport

/// The variables that tests left changed in the processes of a run, and what of it a second run confirms.
struct PollutionSearch {
    /// The fewest tests that only raise a number by which it is a counter.
    private static let counted = 3
    /// What a test left changed, in a bundle.
    struct Found {
        var test: RanTest
        var bundle: String
        var change: StateHistory.Change
    }

    private(set) var found: [Found] = []
    /// The number of tests whose state was compared.
    private(set) var tests = 0
    /// The changes that are no pollution, with the reason.
    private(set) var notes: [String] = []

    /// Adds the moments of a process; blocks the thread.
    ///
    /// - Parameter ran: The tests of the run, with their modules.
    mutating func add(_ moments: [TestMoment], bundle: String, _ ran: [RanTest]) throws(Failure) {
        var history = StateHistory()
        var failures: Set<String> = []
        for moment in moments {
            var state: ProgramState?
            switch moment.capture {
            case .changed(let file):
                state = ProgramState(try file.snapshot())
                file.remove()
            case .same: break
            case .failed(let reason):
                failures.insert(reason)
                continue
            }
            switch moment.event {
            case .began: history.began(state)
            case .initialised: history.initialised(state)
            case .ended(let name): history.ended(name, state)
            }
        }
        // The ends of suites are moments, too.
        tests += ran.count { test in moments.contains { $0.event.isEnd(of: test) } }
        let isOfProgram = history.changes.filter { StateOrigin($0.variable) == .program }
        if isOfProgram.count < history.changes.count {
            add(
                names: history.changes.filter { StateOrigin($0.variable) != .program }.map(\.change.subject),
                "changed during tests, which is no failure, as it belongs to a library or has no type")
        }
        for change in isOfProgram {
            guard let test = ran.first(where: { TestMoment.Event.ended(test: change.test).isEnd(of: $0) })
            else { continue }
            found.append(Found(test: test, bundle: bundle, change: change))
        }
        if !failures.isEmpty {
            notes.append("the state after some tests is not known: \(failures.sorted()[0])")
        }
    }

    /// Removes numbers that several tests only raise, as counters of requests and identifiers do.
    mutating func removeCounters() {
        let byPath = Dictionary(grouping: found) { $0.change.change.key }
        let counters = byPath.filter { _, changes in
            Set(changes.map(\.test.name)).count >= Self.counted && changes.allSatisfy(\.change.change.isRise)
        }
        add(
            names: counters.values.compactMap { $0.first?.change.change.subject },
            "rises with each of several tests, as a counter does: no failure")
        found.removeAll { counters[$0.change.change.key] != nil }
    }

    /// Removes what another run does not show in the same way.
    mutating func keep(confirmedBy other: PollutionSearch) {
        let confirmed = found.filter { one in
            other.found.contains {
                $0.test.isSame(as: one.test) && $0.change.change.key == one.change.change.key
                    && $0.change.change.new == one.change.change.new
            }
        }
        let kept = Set(confirmed.map(\.change.change.key))
        add(
            names: found.map(\.change.change).filter { !kept.contains($0.key) }.map(\.subject),
            "had another value when the tests ran again: no failure")
        found = confirmed
    }

    /// The selections by which the tests run again, one for each bundle and library.
    var selections: [TestSelection] {
        var selections: [TestSelection] = []
        for one in found {
            let index = selections.firstIndex { $0.bundle == one.bundle && $0.tests[0].library == one.test.library }
            if let index {
                if !selections[index].tests.contains(where: one.test.isSame) {
                    selections[index] = TestSelection(
                        bundle: one.bundle, tests: selections[index].tests + [one.test])
                }
            } else {
                selections.append(TestSelection(bundle: one.bundle, tests: [one.test]))
            }
        }
        return selections
    }

    /// Returns the report, with the lines that declare the variables.
    func report(expected: [ExpectedDifference], lines: VariableLines) -> PollutionReport {
        var changes = found.map(\.change.change)
        changes.addLines(of: found.map(\.change.variable), from: lines)
        return PollutionReport(
            tests: tests,
            changes: zip(found, changes).map { one, change in
                let values = change.values
                return Pollution(
                    test: LeakingTest(one.test, isCertain: true),
                    difference: FidelityDifference(
                        subject: change.subject, launched: values.old, reset: values.new,
                        firstCycle: one.change.number, line: change.line,
                        reason: expected.first { $0.covers(change.subject, of: .state) }?.reason))
            })
    }

    private mutating func add(names: [String], _ reason: String) {
        let shown = 5
        let names = Set(names).sorted()
        guard !names.isEmpty else { return }
        let more = names.count > shown ? " and \(names.count - shown) more" : ""
        notes.append("\(names.prefix(shown).joined(separator: ", "))\(more) \(reason)")
    }
}

extension StateChange {
    /// `true` if a number rose.
    fileprivate var isRise: Bool {
        switch (old, new) {
        case (.signed(let before), .signed(let after)): after > before
        case (.unsigned(let before), .unsigned(let after)): after > before
        case (.number(let before), .number(let after)): after > before
        default: false
        }
    }
}

extension TestMoment.Event {
    /// Returns `true` if it is the end of a test. The name in a process is the ID in the events of swift-testing, or
    /// what XCTest prints.
    fileprivate func isEnd(of test: RanTest) -> Bool {
        guard case .ended(let name) = self else { return false }
        switch test.library {
        case .testing: return test.selector.map(name.hasPrefix) ?? false
        case .xctest: return name == "\(test.suite).\(test.path.last?.prefix { $0 != "(" } ?? "")"
        }
    }
}
