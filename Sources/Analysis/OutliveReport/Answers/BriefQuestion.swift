/// A question about a report, a snapshot or a process that has a short answer.
package enum BriefQuestion: String, CaseIterable, Sendable {
    case leaks, cause, growth, types, holders, tasks, memory, compare, soak

    /// What the answer contains, in a sentence.
    package var purpose: String {
        switch self {
        case .leaks: "What leaks: the causes, most important first, with the first fix. Ask this first."
        case .cause: "Why one cause leaks: the reference to cut, the fix, the path, places and numbers."
        case .growth: "What grew: of a report over its cycles, of a snapshot or process since an earlier one."
        case .types: "The largest types, with retained size and the place that allocates most of them."
        case .holders: "What keeps the objects of a type alive: paths from roots, with the number of objects."
        case .tasks: "The tasks: those that nothing can resume, with the fix, then what the others wait for."
        case .memory: "Where resident memory goes: live objects, free memory, stacks, files; and what to do."
        case .compare: "What changed from an earlier report or snapshot to this one: new, gone and fixed."
        case .soak: "Runs the soak again that was given at the start, and says whether a cause is gone."
        }
    }
}
