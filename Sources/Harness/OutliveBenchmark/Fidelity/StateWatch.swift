internal import OutliveModel
internal import OutliveSupport

/// A comparison of the globals and statics of an instance after every reset with fresh launches.
///
/// A difference counts if it is present at the last capture of its moment in a process, and either outlasted the
/// settle time or was present after an earlier reset or in another process, too. It dates from the reset since which it
/// has been present without interruption, as far as resets were captured.
struct StateWatch {
    private static let interval = 8
    private let launches: LaunchedStates
    private var present = ResetStates()
    /// The earlier processes that were reset.
    private var past: [ResetStates] = []
    /// The paths that changed while nothing was done.
    private var restless: Set<StateChange.Key> = []
    /// The differences that outlasted one settle time, and for which no further wait is needed.
    private var known: Set<StateChange.Key> = []
    /// The reason why a state could not be captured, or `nil` if each could.
    private(set) var refusal: String?
    /// `true` if a state was captured.
    private(set) var isPossible = false
    /// `true` if a variable that was captured after a reset has a type.
    private var hasTypes = false
    /// What the last launch had no symbols for, or `nil` if it had all.
    private var gap: String?
    /// The part of a cycle that leaves each difference, as far as it is known.
    private var parts: [StateChange.Key: String] = [:]

    init(_ launches: LaunchedStates) { self.launches = launches }

    /// `true` if a further state is worth its cost: the first failure ends the captures.
    var isOn: Bool { refusal == nil }

    /// `true` if the state of a new launch is of interest.
    var needsLaunch: Bool { isOn && launches.wants(.unused) }

    /// `true` if the state after the next reset is of interest: after each of the first ones, and later after some.
    ///
    /// A capture costs more than many a reset, and what stays shows itself at the end.
    var isDue: Bool { isOn && (present.resets < Self.interval || present.resets % Self.interval == 0) }

    /// `true` if the state after the last reset of this process was captured.
    var isCurrent: Bool { present.captured[.unused] == present.lastCycle }

    /// `true` if too few launches were captured after their work.
    var needsUsedLaunch: Bool { isOn && present.lastCycle == 0 && !launches.isEnough(.used) }

    mutating func refuse(_ reason: String) { refusal = refusal ?? reason }

    /// Records the state of a newly launched process, which replaces the previous one.
    mutating func launched(_ state: ProgramState?) {
        if present.lastCycle > 0 { past.append(present.reduced(to: launches)) }
        present = ResetStates()
        guard let state else { return }
        (isPossible, gap) = (true, state.symbols.note)
        launches.add(state, .unused)
    }

    /// Records the state after reset `cycle`, counted from 1 over the life of the instance.
    mutating func wasReset(_ state: ProgramState?, cycle: Int) {
        present.wasReset(cycle)
        addState(state)
    }

    /// Records a state after the last reset, before any work.
    mutating func addState(_ state: ProgramState?) {
        if let state { record(state, .unused) }
    }

    /// Records the state after the work that followed a launch or a reset.
    mutating func used(_ state: ProgramState?) {
        guard let state else { return }
        if present.lastCycle > 0 {
            record(state, .used)
        } else if launches.wants(.used) {
            launches.add(state, .used)
        }
    }

    /// Records another state after the last reset of this process, before which nothing was done.
    ///
    /// - Parameters:
    ///   - isLast: `true` if the settle time is over, so that what still differs stays.
    ///   - expected: The differences that need no wait.
    /// - Returns: `true` if no further state is of interest.
    mutating func confirm(_ state: ProgramState?, isLast: Bool, expected: [ExpectedDifference]) -> Bool {
        guard let state, let last = present.last[.unused] else { return true }
        restless.formUnion(ProgramStateDifference(from: [last], to: state).changes.map(\.key))
        present.settled(state)
        let suspects = StateComparison([present], with: launches, restless: restless).suspects.filter { change in
            !known.contains(change.key) && !expected.contains { $0.covers(change.subject, of: .state) }
        }
        guard isLast || suspects.isEmpty else { return false }
        present.confirm()
        known.formUnion(suspects.map(\.key))
        return true
    }

    private mutating func record(_ state: ProgramState, _ moment: StateMoment) {
        hasTypes = hasTypes || state.hasTypedVariables
        present.record(state, moment, launches)
    }

    /// Returns the number of cycles in which every unexpected difference appears, or `nil` if there is none.
    func cyclesToTrace(_ expected: [ExpectedDifference]) -> Int? {
        let traced = 4
        let cycles = comparison.kept(.program).filter { kept in
            !expected.contains { $0.covers(kept.change.subject, of: .state) }
        }
        return cycles.map(\.cycle).filter { $0 <= traced }.max()
    }

    mutating func found(_ trace: StateTrace) { parts = trace.parts(launches) }

    private var comparison: StateComparison {
        StateComparison(past + (present.lastCycle > 0 ? [present] : []), with: launches, restless: restless)
    }

    /// Returns the result of the comparison, or `nil` if there is nothing with a type to compare.
    ///
    /// - Parameter lines: Called with the variables that differ.
    func result(expected: [ExpectedDifference], lines: VariableLines) -> FidelityResult? {
        let comparison = comparison
        guard hasTypes, comparison.isDecided else { return nil }
        let kept = comparison.kept(.program)
        var changes = kept.map(\.change)
        changes.addLines(of: comparison.variables, from: lines)
        let differences = zip(changes, kept.map(\.cycle)).map { change, cycle in
            let values = change.values
            return FidelityDifference(
                subject: change.subject, launched: values.old, reset: values.new, firstCycle: cycle,
                part: parts[change.key], line: change.line,
                reason: expected.first { $0.covers(change.subject, of: .state) }?.reason)
        }
        return FidelityResult(check: .state, differences: differences.sorted { $0.subject < $1.subject })
    }

    /// The notes on what was not compared.
    var notes: [String] {
        let comparison = comparison
        if let refusal, comparison.isEmpty {
            return ["globals and statics are not compared with a launch: \(refusal)"]
        }
        func names(_ origin: StateOrigin) -> [String] {
            comparison.kept(origin).map { "\($0.change.subject) since reset \($0.cycle)" }.sorted()
        }
        return [
            refusal.map { "globals and statics are compared up to reset \(lastCaptured) only: \($0)" },
            gap.map { "of globals and statics, \($0)" },
            Self.note(
                hasTypes ? comparison.unstable.sorted() : [], "variable differs", "variables differ",
                "between launches, too, or without any work: not part of the check of globals and statics"),
            Self.note(
                names(.untyped), "variable in C has other bytes", "variables in C have other bytes",
                "after the resets, which is no failure, as it may be a counter or a cache"),
            Self.note(
                names(.unnamed), "place without a symbol has other bytes", "places without a symbol have other bytes",
                "after the resets, which is no failure, as it may be a counter or a cache"),
            Self.note(
                names(.library), "value in variables of libraries differs", "values in variables of libraries differ",
                "after the resets, which is no failure, as libraries count and keep things for later use"),
        ].compactMap(\.self)
    }

    /// The last reset after which a state was captured.
    private var lastCaptured: Int { (past + [present]).flatMap(\.captured.values).max() ?? 0 }

    private static func note(_ names: [String], _ one: String, _ several: String, _ rest: String) -> String? {
        let shown = 5
        guard !names.isEmpty else { return nil }
        let more = names.count > shown ? " and \(names.count - shown) more" : ""
        return "\(counted(names.count, one, several)) \(rest): " + names.prefix(shown).joined(separator: ", ") + more
    }
}
