internal import OutliveModel
internal import OutliveSupport

extension AlikeTasks {
    /// The reason why the growth of such tasks may end by itself, or `nil`.
    var doubt: String? {
        awaited == .sleep ? "a task that ends after its sleep needs a watch of longer than that" : nil
    }

    /// Returns the mistake with tasks that accumulate, and its fix, by what they wait for.
    ///
    /// - Parameters:
    ///   - place: The function of the program that waits, or `nil` if it is unknown.
    ///   - holder: The name of what can resume the tasks, or `nil` if it is unknown.
    func mistake(at place: TaskFrame?, holder: String?) -> (pattern: LeakPattern, remedy: String) {
        let function = (place ?? creator).map(TaskVerdicts.words) ?? "the task"
        let library = libraryAwaited(in: place)
        if let stuck {
            let sentences = ["Nothing can resume them: \(stuck.evidence)"] + [stuck.remedy].compactMap(\.self)
            return (
                awaited == .stream ? .streamNotFinished : library == nil ? .notCompleted : .taskNotCancelled,
                sentences.map { $0.capitalizedFirst + "." }.joined(separator: " ")
            )
        }
        switch awaited {
        case .continuation:
            if let library {
                return (
                    .taskNotCancelled,
                    "Cancel the task when its work is no longer needed: \(function) waits in \(library), which ends then."
                )
            }
            let keeper = holder.map { ", to which \($0) refers," } ?? ""
            return (
                .notCompleted, "Resume the continuation of \(function)\(keeper) on every path, cancellation included."
            )
        case .stream:
            return (
                .streamNotFinished,
                "Finish the stream that \(function) iterates when its source ends, or cancel the task."
            )
        case .sleep:
            return (
                .taskNotCancelled,
                "Cancel the task when its work is no longer needed, and see that \(function) ends then."
            )
        case .actor:
            let actor = holder ?? "the actor"
            return (
                .notCompleted, "Let what runs on \(actor) return or suspend, so that \(function) gets its turn."
            )
        case .task:
            return (.notCompleted, "See that the task ends whose result \(function) waits for, or cancel it.")
        case .group:
            return (.notCompleted, "See that the children end that \(function) waits for, or cancel the group.")
        case nil: return (.taskNotCancelled, "See why \(function) does not go on, or create fewer tasks.")
        }
    }

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
