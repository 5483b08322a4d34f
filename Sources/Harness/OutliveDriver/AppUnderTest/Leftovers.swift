package import OutliveModel

/// What the resets of a lender's applications leave behind in globals and statics, each property path once.
package actor Leftovers {
    private let expected: [ExpectedDifference]
    /// The launches with each input, whatever the path of its fixture.
    private var launches: [LaunchInput: LaunchedStates] = [:]
    /// The paths that are no longer of interest: each was claimed, or changes without a test.
    private var known: Set<StateChange.Key> = []
    /// `true` if no state can be captured.
    package private(set) var isRefused = false

    package init(expected: [ExpectedDifference] = []) { self.expected = expected }

    /// Records that no state can be captured. Returns `true` the first time.
    package func refuse() -> Bool {
        defer { isRefused = true }
        return !isRefused
    }

    /// Adds the state of an application that was launched and not used.
    package func launched(_ state: ProgramState, with input: LaunchInput) {
        let same = launches(with: input)
        same.add(state, .unused)
        launches[Self.key(input)] = same
    }

    /// `true` if a further launch with an input says more of what differs by chance.
    package func wantsLaunch(with input: LaunchInput) -> Bool { launches(with: input).wants(.unused) }

    /// `true` if so many launches with an input are known that they show what differs by chance.
    package func knowsLaunches(with input: LaunchInput) -> Bool { launches(with: input).isEnough(.unused) }

    /// Returns the paths that differ after the reset that ends a test, both from before the test and from launches.
    ///
    /// What differs between these is left out: it changes by chance or with the fixture, or an earlier test left it. What
    /// no launch has initialised is compared with the state before the test alone; numbers that rose there may count
    /// what is asked of a process.
    ///
    /// - Parameters:
    ///   - before: The state before the test, after a launch or reset with the same input.
    ///   - input: The input of the reset.
    ///   - restless: The paths that a reset changes without a test.
    package func changes(
        from before: ProgramState, to after: ProgramState, with input: LaunchInput, restless: Set<StateChange.Key> = []
    ) -> [StateChange] {
        let launches = launches(with: input)
        let used = Self.changes(to: after, from: launches.adding(before), restless: known)
        let unused = Self.changes(
            to: launches.limitedToUnused(after), from: LaunchedStates().adding(before),
            restless: known.union(restless))
        return (used + unused.filter { !$0.isRise }).filter { change in
            !expected.contains { $0.covers(change.subject, of: .state) }
        }
    }

    private static func changes(
        to after: ProgramState, from baselines: LaunchedStates, restless: Set<StateChange.Key>
    ) -> [StateChange] {
        var process = ResetStates()
        process.wasReset(1)
        process.record(after, .unused, baselines)
        process.confirm()
        return StateComparison([process], with: baselines, restless: restless).kept(.program).map(\.change)
    }

    /// Returns the changes whose paths are of interest, which they no longer are afterwards.
    package func claim(_ changes: [StateChange]) -> [StateChange] {
        changes.filter { known.insert($0.key).inserted }
    }

    private func launches(with input: LaunchInput) -> LaunchedStates { launches[Self.key(input)] ?? LaunchedStates() }

    private static func key(_ input: LaunchInput) -> LaunchInput {
        LaunchInput(arguments: input.arguments, environment: input.environment)
    }
}
