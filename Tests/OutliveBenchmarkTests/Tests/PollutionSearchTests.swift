import OutliveModel
import Testing

@testable import OutliveBenchmark

/// Which tests have another result because of one that left a variable changed, by tests that are made up.
@Suite struct PollutionSearchTests {
    private func test(_ name: String, _ start: Double, seconds: Double = 0.5) -> RanTest {
        var test = RanTest(library: .xctest, module: "ShopTests", path: ["CartTests", name])
        test.spans = [start...start + seconds]
        return test
    }

    private func found(_ test: RanTest) -> PollutionSearch.Found {
        var history = StateHistory()
        history.began(state(false))
        history.ended(test.name, state(true))
        return PollutionSearch.Found(test: test, bundle: "shop", change: history.changes[0])
    }

    private func state(_ flag: Bool) -> ProgramState {
        let value = StateValue(content: .bool(flag), hash: flag ? 1 : 0)
        return ProgramState(
            key: 1,
            variables: [StateVariable(kind: .swift, symbol: "beta", path: "app", offset: 0, size: 1, values: [value])])
    }

    private func search(_ polluters: [RanTest], _ tests: [RanTest], failed: [RanTest] = []) -> PollutionSearch {
        PollutionSearch(
            found: polluters.map(found),
            ended: tests.map {
                PollutionSearch.Ended(test: $0, bundle: "shop", hasFailed: failed.contains($0))
            })
    }

    private func names(_ selection: TestSelection) -> [String] { selection.tests.map { $0.path[1] } }

    @Test func `All other tests run without the polluters, if there is time`() {
        let (early, sets, late) = (test("early()", 0), test("sets()", 1), test("late()", 2))
        var search = search([sets], [early, sets, late])
        let selections = search.selectionsWithout(upTo: 1)
        #expect(
            selections == [TestSelection(bundle: "shop", tests: [early, late], excluded: [sets], isSerial: true)])
        #expect(search.notes.isEmpty)
    }

    @Test func `Without time, those that failed after a polluter run, and a note says so`() {
        let (early, sets, late, last) = (test("early()", 0), test("sets()", 1), test("late()", 2), test("last()", 3))
        var search = search([sets], [early, sets, late, last], failed: [early, last])
        #expect(search.selectionsWithout(upTo: 1).map(names) == [["last()"]])
        #expect(search.notes == ["tests that pass only because of a change are not known: give --repeat-time 2s"])
    }

    @Test func `A test depends on the one after which it has its result again`() {
        let (one, two) = (test("one()", 0), test("two()", 1))
        let (fails, passes, same) = (test("fails()", 2), test("passes()", 3), test("same()", 4))
        var search = search([one, two], [one, two, fails, passes, same], failed: [fails])
        let selections = search.selectionsAfterOne(
            bundle: "shop", ran: [fails, passes, same], failing: [passes])
        #expect(selections.map(names) == [["one()", "fails()", "passes()"], ["two()", "fails()", "passes()"]])
        search.add(selections[0], ran: selections[0].tests, failing: [fails, passes])
        search.add(selections[1], ran: selections[1].tests, failing: [])
        search.add(unexplained: selections)
        let changes = search.report(expected: []) { _ in [] }.changes
        #expect(changes.map { $0.dependents.map(\.name) } == [["CartTests.fails()"], []])
        #expect(changes.map { $0.beneficiaries.map(\.name) } == [[], ["CartTests.passes()"]])
        #expect(search.notes.isEmpty)
    }

    @Test func `A test that no polluter alone explains is noted`() {
        let (sets, late) = (test("sets()", 1), test("late()", 2))
        var search = search([sets], [sets, late], failed: [late])
        let selections = search.selectionsAfterOne(bundle: "shop", ran: [late], failing: [])
        search.add(selections[0], ran: [sets, late], failing: [])
        search.add(unexplained: selections)
        #expect(
            search.notes == [
                "CartTests.late() had another result without the tests that left variables changed, but after none of "
                    + "them alone"
            ])
    }

    @Test func `A failure in another bundle, or without a polluter, is no matter of the state`() {
        let (sets, late) = (test("sets()", 1), test("late()", 2))
        let failed = PollutionSearch.Ended(test: late, bundle: "other", hasFailed: true)
        var other = PollutionSearch(found: [found(sets)], ended: [failed])
        #expect(other.selectionsWithout(upTo: 9).isEmpty)
        var none = search([], [sets, late], failed: [late])
        #expect(none.selectionsWithout(upTo: 9).isEmpty)
    }
}
