internal import OutliveModel
internal import OutliveSupport

/// A comparison of the globals and statics of an instance after every reset with fresh launches.
///
/// A difference counts if it is present at the last capture of its moment in a process, and either outlasted the
/// settle time or was present at the capture before. It dates from the reset since which it has been present without
/// interruption.
struct StateWatch {
    private struct Process {
        /// The last reset over the life of the instance, or 0 before the first one of the process.
        var lastCycle = 0
        var resets = 0
        var last: [StateMoment: ProgramState] = [:]
        /// The reset before the last capture of each moment.
        var captured: [StateMoment: Int] = [:]
        /// `true` if the last state before any work had time to settle.
        var isConfirmed = false
        /// The reset since which each difference has been present.
        var since: [StateMoment: [String: Int]] = [:]
        /// The states that wait for enough launches, each with its reset.
        var waiting: [StateMoment: [(state: ProgramState, cycle: Int)]] = [:]
        /// The subjects that change while nothing is done.
        var restless: Set<String> = []
    }

    private static let interval = 8
    private let launches: LaunchedStates
    private var present = Process()
    /// The earlier processes that were reset.
    private var past: [Process] = []
    /// The reason why a state could not be captured, or `nil` if each could.
    private(set) var refusal: String?
    /// `true` if a state was captured.
    private(set) var isPossible = false
    /// What the last launch had no symbols for, or `nil` if it had all.
    private var gap: String?

    init(_ launches: LaunchedStates) { self.launches = launches }

    /// `true` if a further state is worth its cost: the first failure ends the watch.
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
        if present.lastCycle > 0 { past.append(present) }
        present = Process()
        guard let state else { return }
        (isPossible, gap) = (true, state.symbols.note)
        launches.add(state, .unused)
    }

    /// Records the state after reset `cycle`, counted from 1 over the life of the instance.
    mutating func wasReset(_ state: ProgramState?, cycle: Int) {
        (present.lastCycle, present.resets) = (cycle, present.resets + 1)
        addState(state)
    }

    /// Records a state after the last reset, before any work.
    mutating func addState(_ state: ProgramState?) {
        if let state { record(state, .unused) }
    }

    /// Records the state after the work that followed a launch or a reset.
    mutating func used(_ state: ProgramState?) {
        guard let state else { return }
        if present.lastCycle == 0 { launches.add(state, .used) } else { record(state, .used) }
    }

    /// Records another state after the last reset of this process, before which nothing was done.
    mutating func confirm(_ state: ProgramState?) {
        guard let state, let last = present.last[.unused] else { return }
        present.restless.formUnion(ProgramStateDifference(from: [last], to: state).changes.map(\.subject))
        (present.last[.unused], present.isConfirmed) = (state, true)
    }

    private mutating func record(_ state: ProgramState, _ moment: StateMoment) {
        (present.last[moment], present.captured[moment]) = (state, present.lastCycle)
        if moment == .unused { present.isConfirmed = false }
        present.waiting[moment, default: []].append((state, present.lastCycle))
        guard launches.isEnough(moment) else { return }
        for (state, cycle) in present.waiting.removeValue(forKey: moment) ?? [] {
            let subjects = launches.difference(of: state, moment)?.changes.map(\.subject) ?? []
            let known = present.since[moment] ?? [:]
            present.since[moment] = Dictionary(subjects.map { ($0, known[$0] ?? cycle) }, uniquingKeysWith: min)
        }
    }

    /// Returns the result of the comparison, or `nil` if there is nothing with a type to compare.
    ///
    /// - Parameter lines: Called with the variables that differ.
    func result(expected: [ExpectedDifference], lines: VariableLines) -> FidelityResult? {
        let compared = comparisons
        guard isOn, compared.contains(where: \.hasTypes) else { return nil }
        let kept = kept(of: compared, .program)
        var changes = kept.map(\.change)
        changes.addLines(of: compared.flatMap(\.state.variables), from: lines)
        let differences = zip(changes, kept.map(\.cycle)).map { change, cycle in
            let values = change.values
            return FidelityDifference(
                subject: change.subject, launched: values.old, reset: values.new, firstCycle: cycle, line: change.line,
                reason: expected.first { $0.covers(change.subject, of: .state) }?.reason)
        }
        return FidelityResult(check: .state, differences: differences.sorted { $0.subject < $1.subject })
    }

    /// Returns the changes that a reset left behind, each with the first reset after which it was present.
    private func kept(
        of comparisons: [Comparison], _ origin: StateOrigin
    ) -> [(change: StateChange, cycle: Int)] {
        var seen: Set<String> = []
        return comparisons.flatMap { comparison in
            let (process, moment) = (comparison.process, comparison.moment)
            let isConfirmed = moment == .unused && process.isConfirmed
            return comparison.changes(of: origin).compactMap { change -> (change: StateChange, cycle: Int)? in
                // The first process that shows a difference dates it, and its state before the work shows it best.
                guard !process.restless.contains(change.subject), !seen.contains(change.subject) else { return nil }
                let since = process.since[moment]?[change.subject] ?? process.lastCycle
                guard isConfirmed || since < process.captured[moment] ?? 0 else { return nil }
                seen.insert(change.subject)
                return (change, since)
            }
        }
    }

    /// The comparison of a process that was reset with launches, at one moment.
    private struct Comparison {
        var process: Process
        var moment: StateMoment
        var state: ProgramState
        var difference: ProgramStateDifference
        var origins: [String: StateOrigin]

        /// `true` if any variable has a type.
        var hasTypes: Bool { origins.values.contains { $0 != .untyped } }

        func changes(of origin: StateOrigin) -> [StateChange] {
            difference.changes.filter { origins[$0.symbol] == origin }
        }
    }

    private var comparisons: [Comparison] {
        (past + (present.lastCycle > 0 ? [present] : [])).flatMap { process in
            StateMoment.allCases.compactMap { moment in
                guard let state = process.last[moment], var difference = launches.difference(of: state, moment) else {
                    return nil
                }
                let shared = state.shared
                difference.changes.removeAll { $0.old == .unused && shared.contains($0.symbol) }
                return Comparison(
                    process: process, moment: moment, state: state, difference: difference, origins: state.origins)
            }
        }
    }

    /// The notes on what was not compared.
    var notes: [String] {
        if let refusal { return ["globals and statics are not compared with a launch: \(refusal)"] }
        let compared = comparisons
        let unstable = Set(compared.lazy.filter(\.hasTypes).flatMap { $0.difference.unstable + $0.process.restless })
        func names(_ origin: StateOrigin) -> [String] {
            kept(of: compared, origin).map { "\($0.change.subject) since reset \($0.cycle)" }.sorted()
        }
        return [
            gap.map { "of globals and statics, \($0)" },
            Self.note(
                unstable.sorted(), "variable differs", "variables differ",
                "between launches, too, or without any work: not part of the check of globals and statics"),
            Self.note(
                names(.untyped), "variable in C has other bytes", "variables in C have other bytes",
                "after the resets, which is no failure, as it may be a counter or a cache"),
            Self.note(
                names(.library), "value in variables of libraries differs", "values in variables of libraries differ",
                "after the resets, which is no failure, as libraries count and keep things for later use"),
        ].compactMap(\.self)
    }

    private static func note(_ names: [String], _ one: String, _ several: String, _ rest: String) -> String? {
        let shown = 5
        guard !names.isEmpty else { return nil }
        let more = names.count > shown ? " and \(names.count - shown) more" : ""
        return "\(counted(names.count, one, several)) \(rest): " + names.prefix(shown).joined(separator: ", ") + more
    }
}
