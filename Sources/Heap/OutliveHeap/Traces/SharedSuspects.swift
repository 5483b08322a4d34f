internal import OutliveModel

/// The references to cut of many readings; equal readings share a result.
struct SharedSuspects {
    /// The number of equal readings that are each searched.
    private static let sample = 8

    /// The properties by which readings are equal.
    private struct Key: Hashable {
        struct Part: Hashable {
            var kind: TraceStep.Kind
            var name: String
            var reference: String
            var isDying: Bool
            var isAbandoned: Bool
            var task: HeapSnapshot.TaskRecord.State?
        }

        var shape: LeakTrace.Shape
        var loop: Int
        var parts: [Part]
        var beyond: CodeName?
    }

    private let graph: HeapGraph
    private let cuts: CutCheck
    private let members: CycleMembers
    private let isProgram: (String) -> Bool
    private var known: [Key: [Culprit?]] = [:]

    init(
        _ graph: HeapGraph, _ cuts: CutCheck, _ members: CycleMembers, isProgram: @escaping (String) -> Bool
    ) {
        (self.graph, self.cuts, self.members, self.isProgram) = (graph, cuts, members, isProgram)
    }

    /// Returns the reference to cut of a reading, or `nil` if there is none to name.
    ///
    /// - Parameter beyond: The code of the program that a survivor of a library leads to.
    mutating func culprit(of reading: TraceReading, beyond: CodeName?) -> Culprit? {
        let parts = reading.holders.map {
            Key.Part(
                kind: $0.kind, name: $0.name, reference: $0.reference.shape, isDying: $0.isDying,
                isAbandoned: $0.isAbandoned, task: $0.task?.state)
        }
        let key = Key(shape: reading.shape, loop: reading.loop, parts: parts, beyond: beyond)
        let found = known[key, default: []]
        guard found.count >= Self.sample else {
            let search = SuspectSearch(
                reading: reading, graph: graph, cuts: cuts, members: members, beyond: beyond,
                isProgram: isProgram)
            let culprit = search.culprit()
            known[key, default: []].append(culprit)
            return culprit
        }
        let counts = found.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return counts.max { ($0.value, $1.key?.name ?? "") < ($1.value, $0.key?.name ?? "") }!.key
    }
}
