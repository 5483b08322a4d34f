import OutliveModel
import Testing

/// Which paths differ between states, and which differ by chance.
struct ProgramStateDifferenceTests {
    private func variable(_ name: String, isInitialised: Bool = true, _ values: [StateValue]) -> StateVariable {
        StateVariable(
            kind: .swift, symbol: name, path: "app", offset: 0, size: 8, isLazy: true, isInitialised: isInitialised,
            values: values)
    }

    private func state(key: UInt64 = 1, _ variables: StateVariable...) -> ProgramState {
        ProgramState(key: key, variables: variables)
    }

    /// A variable with a number, whose hash follows from it.
    private func number(_ name: String, _ value: Int64) -> StateVariable {
        variable(name, [StateValue(content: .signed(value), hash: UInt64(value))])
    }

    private func words(_ difference: ProgramStateDifference) -> [String] {
        difference.changes.map { "\($0.subject): \($0.words())" }
    }

    @Test func `Equal states do not differ`() {
        let difference = ProgramStateDifference(from: [state(number("a", 1))], to: state(number("a", 1)))
        #expect(difference.changes == [] && difference.unstable == [] && difference.compared == 1)
    }

    @Test func `What differs among the baselines is left out and counted`() {
        let difference = ProgramStateDifference(
            from: [state(number("a", 1), number("b", 1)), state(number("a", 2), number("b", 1))],
            to: state(number("a", 3), number("b", 2)))
        #expect(words(difference) == ["b: 1 -> 2"] && difference.unstable == ["a"])
    }

    @Test func `A stable property of an unstable variable is compared`() {
        func object(_ id: Int64, _ count: Int64) -> StateVariable {
            variable(
                "shared",
                [
                    StateValue(content: .reference(type: "Shared"), hash: 9),
                    StateValue(path: ".id", content: .signed(id), hash: UInt64(id), parent: 0),
                    StateValue(path: ".count", content: .signed(count), hash: UInt64(count), parent: 0),
                ])
        }
        let difference = ProgramStateDifference(
            from: [state(object(1, 0)), state(object(2, 0))], to: state(object(3, 4)))
        #expect(words(difference) == ["shared.count: 0 -> 4"] && difference.unstable == ["shared"])
    }

    @Test func `Only the outermost path of a change is named`() {
        let empty = variable("cache", [StateValue(content: .dictionary(count: 0))])
        let full = variable(
            "cache",
            [
                StateValue(content: .dictionary(count: 2)),
                StateValue(path: "[]", count: 2, content: .signed(3), hash: 5, parent: 0),
            ])
        #expect(words(ProgramStateDifference(from: [state(empty)], to: state(full))) == ["cache: 0 -> 2 entries"])
        #expect(words(ProgramStateDifference(from: [state(full)], to: state(empty))) == ["cache: 2 -> 0 entries"])
    }

    @Test func `What a task refers to is compared if it is there in all processes`() {
        func task(_ lines: Int?, others: Int = 0) -> StateVariable {
            var task = variable("task", [StateValue(content: .group)])
            task.kind = .task
            if let lines {
                task.values.append(StateValue(path: ".Seen", content: .reference(type: ""), parent: 0))
                task.values.append(StateValue(path: ".Seen.lines", content: .array(count: lines), parent: 1))
            }
            if others > 0 {
                task.values.append(
                    StateValue(path: ".Request", count: others, content: .reference(type: ""), parent: 0))
            }
            return task
        }
        let changed = ProgramStateDifference(from: [state(task(0))], to: state(task(2, others: 1)))
        #expect(words(changed) == ["task.Seen.lines: 0 -> 2 elements"])
        let moved = ProgramStateDifference(from: [state(task(0, others: 1))], to: state(task(nil, others: 2)))
        #expect(moved.changes == [])
    }

    @Test func `The first use of a lazy variable is a change`() {
        let difference = ProgramStateDifference(
            from: [state(variable("a", isInitialised: false, []))], to: state(number("a", 3)))
        #expect(words(difference) == ["a: not used yet -> 3"])
    }

    @Test func `A text of the same length differs by its hash, under one key alone`() {
        let one = variable("a", [StateValue(content: .text(bytes: 4), hash: 1)])
        let other = variable("a", [StateValue(content: .text(bytes: 4), hash: 2)])
        let same = ProgramStateDifference(from: [state(one)], to: state(other))
        #expect(words(same) == ["a: changed"] && same.comparesContent)
        let different = ProgramStateDifference(from: [state(key: 2, one)], to: state(other))
        #expect(different.changes == [] && !different.comparesContent)
    }
}
