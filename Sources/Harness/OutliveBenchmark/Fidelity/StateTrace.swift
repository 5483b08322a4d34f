internal import OutliveModel
internal import OutliveSupport

/// The globals and statics of a launched process after each part of its first cycles. Safe to use from any thread.
final class StateTrace: Sendable {
    /// The part of a cycle before its reset.
    static let work = "work"
    private let captures = Lock<[(part: String, state: ProgramState)]>([])

    func add(_ state: ProgramState, after part: String) { captures.withLock { $0.append((part, state)) } }

    /// Returns the part in which each path took its last value, for paths that differ from launches at the end.
    ///
    /// The last capture is one after the work that follows the resets.
    ///
    /// - Complexity: O(captures · variables)
    func parts(_ launches: LaunchedStates) -> [StateChange.Key: String] {
        let captures = captures.withLock(\.self)
        // An application that does not pause shows the effect of its work, but not which step should undo it.
        guard captures.contains(where: { $0.part != Self.work }) else { return [:] }
        let unused = Self.parts(of: captures.dropLast(), .unused, launches)
        return unused.merging(Self.parts(of: captures[...], .used, launches)) { unused, _ in unused }
    }

    private static func parts(
        of captures: ArraySlice<(part: String, state: ProgramState)>, _ moment: StateMoment, _ launches: LaunchedStates
    ) -> [StateChange.Key: String] {
        let values = captures.map { capture in
            let changes = launches.difference(of: capture.state, moment)?.changes ?? []
            return Dictionary(changes.map { ($0.key, $0.new) }, uniquingKeysWith: { first, _ in first })
        }
        return (values.last ?? [:]).reduce(into: [:]) { parts, last in
            let before = values.lastIndex { $0[last.key] != last.value }
            parts[last.key] = captures[before.map { $0 + 1 } ?? 0].part
        }
    }
}
