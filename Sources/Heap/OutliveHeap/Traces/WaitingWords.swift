internal import OutliveModel
internal import OutliveSupport

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
        let library = group.libraryAwaited(in: place)
        if let stuck = group.stuck {
            pattern = group.awaited == .stream ? .streamNotFinished : library == nil ? .notCompleted : .taskNotCancelled
            let sentences = ["Nothing can resume them: \(stuck.evidence)"] + [stuck.remedy].compactMap(\.self)
            remedy = sentences.map { $0.capitalizedFirst + "." }.joined(separator: " ")
            return
        }
        switch group.awaited {
        case .continuation:
            if let library {
                pattern = .taskNotCancelled
                remedy =
                    "Cancel the task when its work is no longer needed: \(function) waits in \(library), which ends then."
            } else {
                pattern = .notCompleted
                let keeper = holder.map { ", to which \($0) refers," } ?? ""
                remedy = "Resume the continuation of \(function)\(keeper) on every path, cancellation included."
            }
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

extension AlikeTasks {
    /// Returns the library in whose function the tasks wait, or `nil` if they wait in the program.
    ///
    /// - Parameter place: The function of the program that waits, itself or for that library.
    func libraryAwaited(in place: TaskFrame?) -> String? {
        guard let place, let innermost = frames.first(where: { !$0.isOfConcurrency }) else { return nil }
        return innermost.module == place.module ? nil : innermost.module
    }

    /// Returns `true` if the wait of the tasks ends with their cancellation: it is for an element of a stream, a sleep, or
    /// for a library.
    ///
    /// A continuation of the program has to be resumed, and a task that is waited for has to end.
    ///
    /// - Parameter place: The function of the program that waits.
    func endsWhenCancelled(waitingIn place: TaskFrame?) -> Bool {
        switch awaited {
        case .stream, .sleep: true
        case .continuation: libraryAwaited(in: place) != nil
        case .task, .group, .actor: false
        case nil: state != .completed
        }
    }
}

extension TaskFrame {
    fileprivate var isOfConcurrency: Bool { module == "Swift" || module == "_Concurrency" }
}
