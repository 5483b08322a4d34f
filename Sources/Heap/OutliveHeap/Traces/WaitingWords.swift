internal import OutliveModel

/// The mistake with tasks that accumulate, and its fix, by what they wait for.
struct WaitingWords {
    let pattern: LeakPattern
    let remedy: String
    /// The reason why the growth may end by itself, or `nil`.
    let doubt: String?

    /// - Parameters:
    ///   - place: The function of the program that waits, or `nil` if it is unknown.
    ///   - holder: The name of what can resume the tasks, or `nil` if it is unknown.
    init(_ group: AlikeTasks, at place: TaskFrame?, holder: String?) {
        let function = (place ?? group.creator).map(TaskVerdicts.words) ?? "the task"
        doubt = group.awaited == .sleep ? "a task that ends after its sleep needs a watch of longer than that" : nil
        if let stuck = group.stuck {
            pattern = group.awaited == .stream ? .streamNotFinished : .notCompleted
            let sentences = ["Nothing can resume them: \(stuck.evidence)"] + [stuck.remedy].compactMap(\.self)
            remedy = sentences.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: " ")
            return
        }
        switch group.awaited {
        case .continuation:
            pattern = .notCompleted
            let keeper = holder.map { ", to which \($0) refers," } ?? ""
            remedy = "Resume the continuation of \(function)\(keeper) on every path, cancellation included."
        case .stream:
            pattern = .streamNotFinished
            remedy = "Finish the stream that \(function) iterates when its source ends, or cancel the task."
        case .sleep:
            pattern = .taskNotCancelled
            remedy = "Cancel the task when its work is no longer needed, and see that \(function) ends then."
        case .actor:
            pattern = .notCompleted
            remedy = "Let what runs on \(holder ?? "the actor") return or suspend, so that \(function) gets its turn."
        case .task:
            pattern = .notCompleted
            remedy = "See that the task ends whose result \(function) waits for, or cancel it."
        case .group:
            pattern = .notCompleted
            remedy = "See that the children end that \(function) waits for, or cancel the group."
        case nil:
            pattern = .taskNotCancelled
            remedy = "See why \(function) does not go on, or create fewer tasks."
        }
    }
}
