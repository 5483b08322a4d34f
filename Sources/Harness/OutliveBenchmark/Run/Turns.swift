internal import OutliveSupport

/// The turns of several runs, one of which measures at a time.
///
/// Each round has one turn of every run that has not ended. Of every two rounds, the first is in random order and the
/// second in the reverse of it, as the blocks of arms are, so that steady changes of the machine cancel out. Safe to use
/// from any thread.
final class Turns: Sendable {
    private struct State {
        /// The runs of this round that have not had their turn, in order; the first one has it now.
        var round: [Int]
        /// The order of the round, which the next one reverses.
        var order: [Int]
        /// The number of runs.
        let count: Int
        var isReversed = false
        var ended: Set<Int> = []
        var waiting: [Int: Promise<Void>] = [:]
        /// The numbers of cycles that runs want, which wait for all others to say theirs.
        var proposals: [Int: (cycles: Int, answer: Promise<Int>)] = [:]
        var generator: SplitMix64
    }

    private let state: Lock<State>

    /// Creates the turns of runs with the numbers from 0, 1 or more of them.
    init(of runs: Int, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let order = Self.shuffled(Array(0..<runs), using: &generator)
        state = Lock(State(round: order, order: order, count: runs, generator: generator))
    }

    /// Waits for the turn of a run.
    ///
    /// - Throws: `CancellationError` if the task is cancelled. The run ends nevertheless by `leave(_:)`.
    func begin(_ run: Int) async throws {
        let turn = state.withLock { state in
            guard state.round.first != run else { return nil as Promise<Void>? }
            let turn = Promise<Void>()
            state.waiting[run] = turn
            return turn
        }
        try await turn?.get()
    }

    /// Ends the turn of a run, and waits for its next one.
    func pass(_ run: Int) async throws {
        advance(from: run)
        try await begin(run)
    }

    /// Waits until every run that has not ended has proposed a number of cycles.
    ///
    /// - Returns: The greatest proposal, for all of them.
    /// - Throws: `CancellationError` if the task is cancelled.
    func agree(_ run: Int, on cycles: Int) async throws -> Int {
        let answer = Promise<Int>()
        state.withLock { $0.proposals[run] = (cycles, answer) }
        advance(from: run)
        settle()
        return try await answer.get()
    }

    /// Ends all turns of a run.
    func leave(_ run: Int) {
        state.withLock { state in
            state.ended.insert(run)
            (state.waiting[run], state.proposals[run]) = (nil, nil)
        }
        advance(from: run)
        settle()
    }

    /// Answers the proposals if no run is left that measures.
    private func settle() {
        let (answers, cycles) = state.withLock { state -> ([Promise<Int>], Int) in
            let open = Set(0..<state.count).subtracting(state.ended)
            guard !open.isEmpty, open == Set(state.proposals.keys) else { return ([], 0) }
            let proposals = state.proposals.values
            state.proposals = [:]
            Self.beginRound(&state)
            return (proposals.map(\.answer), proposals.map(\.cycles).max() ?? 0)
        }
        for answer in answers { answer.fulfil(cycles) }
    }

    /// Gives the turn to the next run, if `run` has it.
    private func advance(from run: Int) {
        let next = state.withLock { state in
            if state.round.first == run || state.ended.contains(run) { state.round.removeAll { $0 == run } }
            if state.round.isEmpty { Self.beginRound(&state) }
            return state.round.first.flatMap { state.waiting.removeValue(forKey: $0) }
        }
        next?.fulfil(())
    }

    private static func beginRound(_ state: inout State) {
        let left = state.order.filter { !state.ended.contains($0) }
        guard state.proposals.isEmpty else { return state.round = left.filter { state.proposals[$0] == nil } }
        state.isReversed.toggle()
        state.order = state.isReversed ? left.reversed() : shuffled(left, using: &state.generator)
        state.round = state.order
    }

    private static func shuffled(_ runs: [Int], using generator: inout SplitMix64) -> [Int] {
        var order = runs
        for index in order.indices.dropFirst() { order.swapAt(index, generator.index(below: index + 1)) }
        return order
    }
}

/// The turns of one run among several.
package struct Turn: Sendable {
    private let turns: Turns
    private let run: Int
    /// `true` if runs alternate, and `false` if each one ends before the next one begins.
    private let alternates: Bool

    /// Creates the turns of runs.
    ///
    /// - Parameter alternates: `true` if the processes of all runs can be alive at once.
    package static func turns(of runs: Int, alternates: Bool, seed: UInt64) -> [Turn] {
        let turns = Turns(of: runs, seed: seed)
        return (0..<runs).map { Turn(turns: turns, run: $0, alternates: alternates) }
    }

    /// Waits for the first turn.
    func begin() async throws { try await turns.begin(run) }
    /// Lets the other runs measure before this one goes on.
    func pass() async throws { if alternates { try await turns.pass(run) } }
    /// Returns the number of cycles for this run and all others, the greatest that one of them wants; of runs that do
    /// not alternate, the planned one.
    func agree(on cycles: Int, planned: Int) async throws -> Int {
        alternates ? try await turns.agree(run, on: cycles) : planned
    }
    /// Ends all turns, at the end of the run.
    func end() { turns.leave(run) }
}
