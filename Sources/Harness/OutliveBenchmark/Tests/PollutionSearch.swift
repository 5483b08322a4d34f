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
        /// The tests that pass after it and fail without it.
        var beneficiaries: [RanTest] = []
    }

    /// A test that ended, in a bundle, so that the state after it is known.
    struct Ended {
        var test: RanTest
        var bundle: String
        var hasFailed = false
    }

    private(set) var found: [Found] = []
    private(set) var ended: [Ended] = []
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
        let names = Dictionary(grouping: ran, by: \.nameOfEnd)
        let failing = Set(failing.map(\.identity))
        var seen: Set<RanTest.Identity> = []
        // The ends of suites are moments, too.
        for moment in moments where moment.isKnown {
            for test in moment.event.nameOfTest.flatMap({ names[$0] }) ?? [] where seen.insert(test.identity).inserted {
                ended.append(Ended(test: test, bundle: bundle, hasFailed: failing.contains(test.identity)))
            }
        }
        let isOfProgram = history.changes.filter { $0.origin == .program }
        add(
            names: history.changes.filter { $0.origin == .library }.map(\.change.subject),
            "changed during tests, which is no failure, as it belongs to a library")
        add(
            names: history.changes.filter { [.untyped, .unnamed].contains($0.origin) }.map(\.change.subject),
            "has other bytes after a test, which is no failure, as a variable in C may be a counter or a cache")
        for change in isOfProgram {
            guard let test = TestMoment.Event.ended(test: change.test).nameOfTest.flatMap({ names[$0] })?.first else {
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
        let known = Set(other.ended.map(\.test.identity))
        let again = Set(other.found.map { Confirmed($0) })
        let unknown = found.map(\.test).filter { !known.contains($0.identity) }
        let confirmed = found.filter { !known.contains($0.test.identity) || again.contains(Confirmed($0)) }
        let kept = Set(confirmed.map(\.change.change.key))
        add(
            names: found.map(\.change.change).filter { !kept.contains($0.key) }.map(\.subject),
            "had another value when the tests ran again: no failure")
        found = confirmed
        return unknown
    }

    /// The selections by which the tests that changed something run again, one for each bundle and library.
    var selections: [TestSelection] { Self.selections(of: found.map { ($0.test, $0.bundle) }) }

    /// Returns the selections by which tests that ran after one that changed something run without all of these.
    ///
    /// - Parameter seconds: The time for tests that passed. If all of a bundle's take longer, only failed ones run.
    mutating func selectionsWithout(upTo seconds: Double) -> [TestSelection] {
        var left = seconds
        var omitted = 0.0
        let selections = Self.selections(of: found.map { ($0.test, $0.bundle) }).compactMap {
            polluters -> TestSelection? in
            let changing = Set(polluters.tests.map(\.identity))
            let all = ended.filter { $0.bundle == polluters.bundle && $0.test.library == polluters.tests[0].library }
            let others = all.filter { !changing.contains($0.test.identity) }
            let first = polluters.tests.compactMap(\.end).min() ?? .infinity
            let later = others.filter { $0.test.isAfter(first) }
            guard !later.isEmpty else { return nil }
            let whole = TestSelection(
                bundle: polluters.bundle, tests: others.map(\.test), excluded: polluters.tests, isSerial: true)
            guard whole.seconds > left else {
                left -= whole.seconds
                return whole
            }
            omitted += whole.seconds
            let failed = later.filter(\.hasFailed).map(\.test)
            return failed.isEmpty ? nil : TestSelection(bundle: polluters.bundle, tests: failed, isSerial: true)
        }
        if omitted > 0 {
            notes.append(
                "tests that pass only because of a change are not known: give --repeat-time \(Int(omitted.rounded(.up)))s"
            )
        }
        return selections
    }

    /// Returns the selections by which tests whose result was another one run after one test that changed something.
    ///
    /// - Parameters:
    ///   - ran: The tests of a bundle, which ran without the tests that changed something.
    ///   - failing: The ones that failed then.
    func selectionsAfterOne(bundle: String, ran: [RanTest], failing: [RanTest]) -> [TestSelection] {
        let (ran, failing) = (Set(ran.map(\.identity)), Set(failing.map(\.identity)))
        let changed = ended.filter {
            $0.bundle == bundle && ran.contains($0.test.identity)
                && $0.hasFailed != failing.contains($0.test.identity)
        }
        var seen: Set<RanTest.Identity> = []
        return found.filter { $0.bundle == bundle && seen.insert($0.test.identity).inserted }.compactMap { one in
            let later = changed.filter {
                $0.test.library == one.test.library && $0.test.isAfter(one.test.end ?? .infinity)
                    && $0.test.identity != one.test.identity
            }
            guard !later.isEmpty else { return nil }
            return TestSelection(bundle: bundle, tests: [one.test] + later.map(\.test), isSerial: true)
        }
    }

    /// Adds the results of tests that ran after one test, the first of a selection, and not after the other ones.
    ///
    /// A test depends on it if it has the result of the first run.
    mutating func add(_ selection: TestSelection, ran: [RanTest], failing: [RanTest]) {
        let (ran, failing) = (Set(ran.map(\.identity)), Set(failing.map(\.identity)))
        let hasFailed = Dictionary(ended.map { ($0.test.identity, $0.hasFailed) }) { first, _ in first }
        for test in selection.tests.dropFirst() where ran.contains(test.identity) {
            let fails = failing.contains(test.identity)
            guard fails == hasFailed[test.identity] else { continue }
            for index in found.indices where found[index].test.identity == selection.tests[0].identity {
                if fails { found[index].dependents.append(test) } else { found[index].beneficiaries.append(test) }
            }
        }
    }

    /// Adds a note on tests whose result was another one without the tests that changed something, but after none of them.
    mutating func add(unexplained selections: [TestSelection]) {
        let explained = Set(found.flatMap { $0.dependents + $0.beneficiaries }.map(\.identity))
        let rest = selections.flatMap { $0.tests.dropFirst() }.filter { !explained.contains($0.identity) }
        add(
            names: rest.map { $0.name.onOneLine() },
            "had another result without the tests that left variables changed, but after none of them alone")
    }

    /// Returns a selection for each bundle and library, in the order of the tests, each test once.
    private static func selections(of tests: [(test: RanTest, bundle: String)]) -> [TestSelection] {
        var seen: Set<RanTest.Identity> = []
        var places: [Place: [RanTest]] = [:]
        var order: [Place] = []
        for (test, bundle) in tests where seen.insert(test.identity).inserted {
            let place = Place(bundle: bundle, library: test.library)
            if places[place] == nil { order.append(place) }
            places[place, default: []].append(test)
        }
        return order.map { TestSelection(bundle: $0.bundle, tests: places[$0] ?? [], isSerial: true) }
    }

    private struct Place: Hashable {
        var bundle: String
        var library: RanTest.Library
    }

    /// What a second run has to show, too: the test, the path and the value.
    private struct Confirmed: Hashable {
        var test: RanTest.Identity
        var path: StateChange.Key
        var new: StateContent

        init(_ found: Found) {
            (test, path, new) = (found.test.identity, found.change.change.key, found.change.change.new)
        }
    }

    /// Returns the report, with the lines that declare the variables.
    func report(expected: [ExpectedDifference], lines: VariableLines) -> PollutionReport {
        var changes = found.map(\.change.change)
        changes.addLines(of: found.map(\.change.variable), from: lines)
        return PollutionReport(
            tests: ended.count,
            changes: zip(found, changes).map { one, change in
                let values = change.values
                return Pollution(
                    test: LeakingTest(one.test, isCertain: true),
                    difference: FidelityDifference(
                        subject: change.subject, launched: values.old, reset: values.new,
                        firstCycle: one.change.number, line: change.line,
                        reason: expected.first { $0.covers(change.subject, of: .state) }?.reason),
                    dependents: one.dependents.map { LeakingTest($0, isCertain: false) },
                    beneficiaries: one.beneficiaries.map { LeakingTest($0, isCertain: false) })
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

extension RanTest {
    /// The time at which it ended first.
    fileprivate var end: Double? { spans.first?.upperBound }

    /// Returns `true` if it began at a time or later.
    fileprivate func isAfter(_ time: Double) -> Bool { spans.first.map { $0.lowerBound >= time } ?? false }

    /// The name of its end in the moments of a process, or `nil` if its module is unknown.
    fileprivate var nameOfEnd: String? {
        library == .testing ? selector : "\(suite).\(path.last?.prefix { $0 != "(" } ?? "")"
    }
}

extension TestMoment {
    /// `true` if the state at the moment is known.
    fileprivate var isKnown: Bool { if case .failed = capture { false } else { true } }
}

extension TestMoment.Event {
    /// The name of the test that ended, or `nil`. It is the ID in the events of swift-testing without the place in a file,
    /// or what XCTest prints.
    fileprivate var nameOfTest: String? {
        guard case .ended(let name) = self else { return nil }
        return name.lastIndex(of: "/").map { String(name[...$0]) } ?? name
    }
}
