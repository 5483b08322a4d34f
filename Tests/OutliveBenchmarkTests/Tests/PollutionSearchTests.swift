import OutliveModel
import Testing

@testable import OutliveBenchmark

/// Which tests fail because of another one, by tests that are made up.
@Suite struct PollutionSearchTests {
    private func test(_ name: String, _ start: Double) -> RanTest {
        var test = RanTest(library: .xctest, module: "ShopTests", path: ["CartTests", name])
        test.spans = [start...start + 0.5]
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

    @Test func `Of the tests that failed, those after a polluter run without it`() {
        let (early, sets, late) = (test("early()", 0), test("sets()", 1), test("late()", 2))
        var search = PollutionSearch(
            found: [found(sets)],
            failed: [early, sets, late].map { PollutionSearch.Failed(test: $0, bundle: "shop") })
        #expect(search.selectionsOfFailed == [TestSelection(bundle: "shop", tests: [late])])
        search.add(passing: [late], bundle: "shop")
        let changes = search.report(expected: []) { _ in [] }.changes
        #expect(changes.map { $0.dependents.map(\.name) } == [["CartTests.late()"]])
    }

    @Test func `A failure in another bundle, or without a polluter, is no matter of the state`() {
        let sets = test("sets()", 1)
        let failed = [PollutionSearch.Failed(test: test("late()", 2), bundle: "other")]
        #expect(PollutionSearch(found: [found(sets)], failed: failed).selectionsOfFailed.isEmpty)
        #expect(PollutionSearch(found: [], failed: failed).selectionsOfFailed.isEmpty)
    }
}
