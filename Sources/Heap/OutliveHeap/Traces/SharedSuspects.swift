internal import OutliveModel

/// The references to cut of many traces; equal traces share a result.
///
/// Stale words may refer to some objects, so that cutting a reference seems not to free them. So the best evidence of a
/// few equal traces counts for all of them.
struct SharedSuspects {
    /// The number of equal traces that are searched.
    private static let sample = 8

    /// The properties by which traces are equal.
    private struct Key: Hashable {
        struct Part: Hashable {
            var kind: TraceStep.Kind
            var name: String
            var reference: String
            var isLeaking: Bool
            var isAbandoned: Bool
            var task: AlikeTasks.State?

            init(_ holder: Holder) {
                (kind, name, reference) = (holder.kind, holder.name, holder.reference.shape)
                (isLeaking, isAbandoned, task) = (holder.isLeaking, holder.isAbandoned, holder.task?.state)
            }
        }

        var shape: LeakTrace.Shape
        var loop: Int
        var parts: [Part]
        var closure: CodeName?

        init(_ trace: FoldedTrace, _ closure: CodeName?) {
            (shape, loop, self.closure) = (trace.shape, trace.loop, closure)
            parts = trace.holders.map(Part.init)
        }
    }

    private let graph: HeapGraph
    private let cuts: CutCheck
    private let members: CycleMembers
    private let isProgram: (String) -> Bool
    private var known: [Key: [SuspectSearch.Choice?]] = [:]

    init(
        _ graph: HeapGraph, _ cuts: CutCheck, _ members: CycleMembers, isProgram: @escaping (String) -> Bool
    ) {
        (self.graph, self.cuts, self.members, self.isProgram) = (graph, cuts, members, isProgram)
    }

    /// Searches a trace, unless enough equal ones have been searched.
    mutating func search(_ trace: FoldedTrace, closure: CodeName?) {
        let key = Key(trace, closure)
        guard known[key, default: []].count < Self.sample else { return }
        let search = SuspectSearch(
            trace: trace, graph: graph, cuts: cuts, members: members, closure: closure, isProgram: isProgram)
        known[key, default: []].append(search.choice())
    }

    /// Returns the reference to cut of a trace, or `nil` if there is none to name.
    ///
    /// It is the one with the best evidence among the equal traces that were searched; without any, the most frequent one.
    func suspect(of trace: FoldedTrace, closure: CodeName?) -> Suspect? {
        let found = known[Key(trace, closure)] ?? []
        let proven = found.compactMap(\.self).filter { $0.evidence != nil }
        let best = proven.compactMap(\.evidence).min()
        let alike = proven.filter { $0.evidence == best }
        return (best == nil ? found : alike)
            .reduce(into: [Suspect?: Int]()) { $0[$1?.suspect, default: 0] += 1 }.mostFrequent
    }
}
