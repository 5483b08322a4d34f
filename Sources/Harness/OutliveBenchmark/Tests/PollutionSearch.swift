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
        /// The tests that fail after it and pass without it.
        var dependents: [RanTest] = []
    }

    /// A test that failed, in a bundle.
    struct Failed {
        var test: RanTest
        var bundle: String
    }

    private(set) var found: [Found] = []
    private(set) var failed: [Failed] = []
    /// The tests after which the state is known.
    private(set) var known: [RanTest] = []
    /// The changes that are no pollution, with the reason.
    private(set) var notes: [String] = []

    /// Adds the moments of a process; blocks the thread.
    ///
    /// - Parameters:
    ///   - ran: The tests of the run, with their modules.
    ///   - failing: The tests that failed.
    mutating func add(
        _ moments: [TestMoment], bundle: String, _ ran: [RanTest], failing: [RanTest] = []
    ) throws(Failure) {
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
                history.lost()
                continue
            }
            switch moment.event {
            case .began: history.began(state)
            case .initialised: history.initialised(state)
            case .ended(let name): history.ended(name, state)
            }
        }
        // The ends of suites are moments, too.
        let ended = ran.filter { test in moments.contains { $0.isKnown && $0.event.isEnd(of: test) } }
        known += ended
        failed += ended.filter { test in failing.contains(where: test.isSame) }.map {
            Failed(test: $0, bundle: bundle)
        }
        let isOfProgram = history.changes.filter { $0.origin == .program }
        if isOfProgram.count < history.changes.count {
            add(
                names: history.changes.filter { $0.origin != .program }.map(\.change.subject),
                "changed during tests, which is no failure, as it belongs to a library or has no type")
        }
        for change in isOfProgram {
            guard let test = ran.first(where: { TestMoment.Event.ended(test: change.test).isEnd(of: $0) })
            else {
                notes.append("\(change.change.subject) changed in a test of another name: \(change.test.onOneLine())")
                continue
            }
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
    ///
    /// - Returns: The tests that did not run again to their end, whose changes are kept.
    mutating func keep(confirmedBy other: PollutionSearch) -> [RanTest] {
        let unknown = found.map(\.test).filter { test in !other.known.contains(where: test.isSame) }
        let confirmed = found.filter { one in
            unknown.contains(where: one.test.isSame)
                || other.found.contains {
                    $0.test.isSame(as: one.test) && $0.change.change.key == one.change.change.key
                        && $0.change.change.new == one.change.change.new
                }
        }
        let kept = Set(confirmed.map(\.change.change.key))
        add(
            names: found.map(\.change.change).filter { !kept.contains($0.key) }.map(\.subject),
            "had another value when the tests ran again: no failure")
        found = confirmed
        return unknown
    }

    /// The selections by which the tests that changed something run again, one for each bundle and library.
    var selections: [TestSelection] { Self.selections(of: found.map { ($0.test, $0.bundle) }) }

    /// The selections by which tests that failed after one that changed something run without it.
    var selectionsOfFailed: [TestSelection] {
        let rest = failed.filter { one in
            !found.contains { $0.test.isSame(as: one.test) } && found.contains { $0.isBefore(one.test, in: one.bundle) }
        }
        return Self.selections(of: rest.map { ($0.test, $0.bundle) })
    }

    /// Adds tests of a bundle that passed in a process without the ones that changed something.
    mutating func add(passing tests: [RanTest], bundle: String) {
        for index in found.indices {
            found[index].dependents += tests.filter { found[index].isBefore($0, in: bundle) }
        }
    }

    private static func selections(of tests: [(test: RanTest, bundle: String)]) -> [TestSelection] {
        var selections: [TestSelection] = []
        for (test, bundle) in tests {
            let index = selections.firstIndex { $0.bundle == bundle && $0.tests[0].library == test.library }
            if let index {
                if !selections[index].tests.contains(where: test.isSame) {
                    selections[index] = TestSelection(bundle: bundle, tests: selections[index].tests + [test])
                }
            } else {
                selections.append(TestSelection(bundle: bundle, tests: [test]))
            }
        }
        return selections
    }

    /// Returns the report, with the lines that declare the variables.
    func report(expected: [ExpectedDifference], lines: VariableLines) -> PollutionReport {
        var changes = found.map(\.change.change)
        changes.addLines(of: found.map(\.change.variable), from: lines)
        return PollutionReport(
            tests: known.count,
            changes: zip(found, changes).map { one, change in
                let values = change.values
                return Pollution(
                    test: LeakingTest(one.test, isCertain: true),
                    difference: FidelityDifference(
                        subject: change.subject, launched: values.old, reset: values.new,
                        firstCycle: one.change.number, line: change.line,
                        reason: expected.first { $0.covers(change.subject, of: .state) }?.reason),
                    dependents: one.dependents.map { LeakingTest($0, isCertain: false) })
            })
    }

    mutating func add(note: String) { notes.append(note) }

    private mutating func add(names: [String], _ reason: String) {
        let shown = 5
        let names = Set(names).sorted()
        guard !names.isEmpty else { return }
        let more = names.count > shown ? " and \(names.count - shown) more" : ""
        notes.append("\(names.prefix(shown).joined(separator: ", "))\(more) \(reason)")
    }
}

extension PollutionSearch.Found {
    /// Returns `true` if it ended before another test of its process began.
    fileprivate func isBefore(_ other: RanTest, in bundle: String) -> Bool {
        guard bundle == self.bundle, other.library == test.library, let end = test.spans.last?.upperBound,
            let start = other.spans.first?.lowerBound
        else { return false }
        return end <= start
    }
}

extension TestMoment {
    /// `true` if the state at the moment is known.
    fileprivate var isKnown: Bool { if case .failed = capture { false } else { true } }
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
