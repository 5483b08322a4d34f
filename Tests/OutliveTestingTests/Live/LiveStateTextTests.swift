import OutliveModel
import Testing

@testable import OutliveTesting

/// The failure of a test whose reset left variables changed.
struct LiveStateTextTests {
    private func flag(_ name: String, _ value: Bool) -> StateVariable {
        StateVariable(
            kind: .swift, symbol: name, path: "app", offset: 0, size: 1,
            values: [StateValue(content: .bool(value), hash: value ? 1 : 0)])
    }

    private func changes(_ names: String...) -> [StateChange] {
        let states = [false, true].map { value in ProgramState(key: 1, variables: names.map { flag($0, value) }) }
        return ProgramStateDifference(from: [states[0]], to: states[1]).changes
    }

    @Test func `One variable is named with its values and the way to accept it`() {
        var changes = changes("Flags.beta")
        changes[0].line = SourceLine(file: "/app/Flags.swift", line: 12)
        #expect(
            LiveStateCheck<HostSettings>.text(changes) == """
                the reset after the test left 1 variable changed:
                  Flags.beta: false -> true, declared at Flags.swift:12
                reset it in a step of the ResetHost, or accept it: ApplicationConfiguration(..., expect: ["state:Flags.beta=REASON"])
                """)
    }

    @Test func `Several variables are listed`() {
        #expect(
            LiveStateCheck<HostSettings>.text(changes("Flags.beta", "Flags.dark")) == """
                the reset after the test left 2 variables changed:
                  Flags.beta: false -> true
                  Flags.dark: false -> true
                reset them in a step of the ResetHost, or accept them: ApplicationConfiguration(..., expect: ["state:Flags.beta=REASON"])
                """)
    }
}
