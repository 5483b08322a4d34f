import OutliveModel
import Testing

@testable import OutliveBenchmark

/// Which tests of a process left a variable changed, by synthetic states.
@Suite struct StateHistoryTests {
    private func number(_ name: String, _ value: Int64?) -> StateVariable {
        StateVariable(
            kind: .swift, symbol: name, path: "app", offset: 0, size: 8, isLazy: true, isInitialised: value != nil,
            values: value.map { [StateValue(content: .signed($0), hash: UInt64($0))] } ?? [])
    }

    private func state(_ values: (name: String, value: Int64?)...) -> ProgramState {
        ProgramState(key: 1, variables: values.map { number($0.name, $0.value) })
    }

    private func words(_ history: StateHistory) -> [String] {
        history.changes.map { "\($0.test) \($0.number) \($0.change.subject): \($0.change.words())" }
    }

    @Test func `The test that changes a variable is named, and no later one`() {
        var history = StateHistory()
        history.began(state(("a", 1), ("b", 1)))
        history.ended("first", nil)
        history.ended("second", state(("a", 2), ("b", 1)))
        history.ended("third", nil)
        #expect(words(history) == ["second 2 a: 1 -> 2"] && history.tests == 3)
    }

    @Test func `A test that puts back what another left has changed nothing`() {
        var history = StateHistory()
        history.began(state(("a", 1)))
        history.ended("first", state(("a", 2)))
        history.ended("second", state(("a", 1)))
        history.ended("third", state(("a", 3)))
        #expect(words(history) == ["first 1 a: 1 -> 2", "third 3 a: 1 -> 3"])
    }

    @Test func `What changes between tests belongs to none`() {
        var history = StateHistory()
        history.began(state(("a", 1)))
        history.ended("first", nil)
        history.began(state(("a", 2)))
        history.ended("second", nil)
        #expect(words(history) == [])
    }

    @Test func `A variable is compared with its value right after its initialiser`() {
        var history = StateHistory()
        history.began(state(("a", nil), ("b", nil)))
        history.initialised(state(("a", 1), ("b", nil)))
        history.initialised(state(("a", 2), ("b", 5)))
        history.ended("first", nil)
        #expect(words(history) == ["first 1 a: 1 -> 2"])
    }

    @Test func `A first use without a capture of the initialiser is no change`() {
        var history = StateHistory()
        history.began(state(("a", nil)))
        history.ended("first", state(("a", 4)))
        history.ended("second", state(("a", 5)))
        #expect(words(history) == ["second 2 a: 4 -> 5"])
    }

    @Test func `The first state of all is no change if it comes at the end of a test`() {
        var history = StateHistory()
        history.ended("first", state(("a", 4)))
        history.ended("second", state(("a", 5)))
        #expect(words(history) == ["second 2 a: 4 -> 5"])
    }

    @Test func `What changed since a state is missing belongs to no test`() {
        var history = StateHistory()
        history.began(state(("a", 1)))
        history.lost()
        history.ended("second", state(("a", 2)))
        history.ended("third", state(("a", 3)))
        #expect(words(history) == ["third 2 a: 2 -> 3"])
    }

    @Test func `A variable in C of which only the bytes are known is compared, too, by its place`() {
        func state(_ hash: UInt64) -> ProgramState {
            let variables = [(8, 1), (16, hash)].map { offset, hash in
                StateVariable(
                    kind: .c, symbol: "count", path: "app", offset: offset, size: 4,
                    values: [StateValue(content: .bytes(4), hash: hash)])
            }
            return ProgramState(key: 1, variables: variables)
        }
        var history = StateHistory()
        history.began(state(1))
        history.ended("first", state(2))
        #expect(history.changes.map(\.origin) == [.untyped])
        #expect(history.changes.map(\.variable.offset) == [16])
    }
}
