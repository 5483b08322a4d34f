import OutliveModel
import Testing

@testable import OutliveDriver

/// What resets left behind, by synthetic states of an application.
struct LeftoversTests {
    private let plain = LaunchInput(arguments: ["--size", "1"])

    private func state(_ values: (name: String, value: Int64?)...) -> ProgramState {
        ProgramState(
            key: 1,
            variables: values.map { name, value in
                StateVariable(
                    kind: .swift, symbol: name, path: "app", offset: 0, size: 8, isInitialised: value != nil,
                    values: value.map { [StateValue(content: .signed($0), hash: UInt64($0))] } ?? [])
            })
    }

    private func subjects(
        _ leftovers: Leftovers, _ before: ProgramState, _ after: ProgramState, _ input: LaunchInput? = nil
    ) async -> [String] {
        await leftovers.changes(from: before, to: after, with: input ?? plain).map(\.subject)
    }

    @Test func `A change since the test began is suspected without a launch, and confirmed by two`() async {
        let leftovers = Leftovers()
        #expect(await subjects(leftovers, state(("a", 1), ("b", 1)), state(("a", 2), ("b", 1))) == ["a"])
        for known in [false, true] {
            await leftovers.launched(state(("a", 1), ("b", 1)), with: plain)
            #expect(await leftovers.knowsLaunches(with: plain) == known)
        }
        #expect(await subjects(leftovers, state(("a", 1)), state(("a", 2))) == ["a"])
    }

    @Test func `A path is claimed once`() async {
        let leftovers = Leftovers()
        let changes = await leftovers.changes(from: state(("a", 1)), to: state(("a", 2)), with: plain)
        #expect(await leftovers.claim(changes).count == 1)
        #expect(await leftovers.claim(changes).isEmpty)
        #expect(await subjects(leftovers, state(("a", 1)), state(("a", 3))).isEmpty)
    }

    @Test func `What an earlier test left is no matter of a later one`() async {
        let leftovers = Leftovers()
        await leftovers.launched(state(("a", 1)), with: plain)
        #expect(await subjects(leftovers, state(("a", 2)), state(("a", 3))).isEmpty)
        #expect(await subjects(leftovers, state(("a", 2)), state(("a", 1))).isEmpty)
    }

    @Test func `What differs between launches is left out, whatever the path of their fixture`() async {
        let leftovers = Leftovers()
        await leftovers.launched(state(("a", 1)), with: plain)
        var other = plain
        other.fixture = "/tmp/notes.txt"
        await leftovers.launched(state(("a", 2)), with: other)
        #expect(await subjects(leftovers, state(("a", 1)), state(("a", 2))).isEmpty)
        #expect(await subjects(leftovers, state(("a", 1)), state(("a", 2)), other).isEmpty)
    }

    @Test func `Launches with other settings say nothing`() async {
        let leftovers = Leftovers()
        await leftovers.launched(state(("a", 7)), with: LaunchInput(arguments: ["--size", "7"]))
        #expect(await subjects(leftovers, state(("a", 1)), state(("a", 2))) == ["a"])
    }

    @Test func `What launches do not use is compared with the state before the test, unless it counts or is restless`()
        async
    {
        let leftovers = Leftovers()
        for _ in 1...2 { await leftovers.launched(state(("a", nil)), with: plain) }
        #expect(await subjects(leftovers, state(("a", nil)), state(("a", 2))).isEmpty)
        #expect(await subjects(leftovers, state(("a", 1)), state(("a", 2))).isEmpty)
        #expect(await subjects(leftovers, state(("a", 2)), state(("a", 1))) == ["a"])
        let changes = await leftovers.changes(from: state(("a", 2)), to: state(("a", 1)), with: plain)
        let restless = Set(changes.map(\.key))
        #expect(
            await leftovers.changes(from: state(("a", 2)), to: state(("a", 1)), with: plain, restless: restless).isEmpty
        )
    }

    @Test func `A first use, and what is expected, is no change`() async throws {
        let leftovers = Leftovers(expected: [try ExpectedDifference(parsing: "state:cache*=warm on purpose")])
        let before = state(("a", nil), ("cache", 0), ("cached", 0))
        #expect(await subjects(leftovers, before, state(("a", 2), ("cache", 1), ("cached", 5))).isEmpty)
    }
}
