internal import OutliveModel

/// The references to cut of many traces; equal traces share a result.
struct SharedSuspects {
    /// The number of equal traces that are searched individually. Later ones get the most frequent result.
    private static let sample = 8

    /// The properties by which traces are equal.
    private struct Key: Hashable {
        struct Part: Hashable {
            var kind: TraceStep.Kind
            var name: String
            var reference: String
            var isLeaking: Bool
            var isAbandoned: Bool
            var task: HeapSnapshot.TaskRecord.State?

            init(_ holder: Holder) {
                (kind, name, reference) = (holder.kind, holder.name, holder.reference.shape)
                (isLeaking, isAbandoned, task) = (holder.isLeaking, holder.isAbandoned, holder.task?.state)
            }
        }

        var shape: LeakTrace.Shape
        var loop: Int
        var parts: [Part]
        var closure: CodeName?
    }

    private let graph: HeapGraph
    private let cuts: CutCheck
    private let members: CycleMembers
    private let isProgram: (String) -> Bool
    private var known: [Key: [Suspect?]] = [:]

    init(
        _ graph: HeapGraph, _ cuts: CutCheck, _ members: CycleMembers, isProgram: @escaping (String) -> Bool
    ) {
        (self.graph, self.cuts, self.members, self.isProgram) = (graph, cuts, members, isProgram)
    }

    /// Returns the reference to cut of a trace, or `nil` if there is none to name.
    mutating func suspect(of trace: FoldedTrace, closure: CodeName?) -> Suspect? {
        let key = Key(
            shape: trace.shape, loop: trace.loop, parts: trace.holders.map(Key.Part.init), closure: closure)
        let found = known[key, default: []]
        guard found.count >= Self.sample else {
            let suspect = SuspectSearch(
                trace: trace, graph: graph, cuts: cuts, members: members, closure: closure, isProgram: isProgram
            ).suspect()
            known[key, default: []].append(suspect)
            return suspect
        }
        return found.reduce(into: [Suspect?: Int]()) { $0[$1, default: 0] += 1 }.mostFrequent
    }
}
