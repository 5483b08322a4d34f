internal import OutliveModel

extension AlikeTasks {
    /// The function that the tasks were created with.
    var title: String {
        if let creator { return creator.function }
        if let frame = frames.last { return frame.function }
        if let name = names.first?.name { return name }
        switch child {
        case .asyncLet: return "an async let"
        case .group: return "a child of a group"
        case .other, nil: return state == .running ? "a function on a thread" : "a function without a name"
        }
    }

    /// The place where the tasks continue.
    var place: String {
        let frame = frames.first { $0.location != nil }
        return frame?.location?.description ?? frames.first { $0.function != title }?.function ?? ""
    }

    var stateWords: String {
        switch state {
        case .running, .completed: state.rawValue
        case .enqueued: awaited == .actor ? "actor" : "a thread"
        case .suspended: awaited?.rawValue ?? "their start"
        }
    }
}

extension AlikeTasks.Awaited {
    var words: String {
        switch self {
        case .continuation: "a continuation"
        case .stream: "the next element of a stream"
        case .sleep: "the end of a sleep"
        case .task: "the result of a task"
        case .group: "a child of its group"
        case .actor: "a turn on an actor"
        }
    }
}

extension WaitingTasks {
    /// The number of tasks and what they wait for: `250 tasks wait in Desk.reserve for a continuation of Session`.
    ///
    /// - Parameter suspect: The name of the suspect; the function is left out if that contains it.
    func amount(_ count: Int, of suspect: String) -> String {
        let tasks = counted(count, "task")
        let ending = count == 1 ? "s" : ""
        switch state {
        case .completed: return "\(tasks) completed, and \(count == 1 ? "is" : "are") kept"
        case .running: return "\(tasks) run\(ending)"
        case .enqueued, .suspended:
            guard let awaited else { return "\(tasks) wait\(ending) for a thread" }
            let event =
                switch (awaited, holder) {
                case (.actor, let holder?): "a turn on \(holder)"
                case (.continuation, let holder?): "a continuation of \(holder)"
                default: awaited.words
                }
            let place = function.map { suspect.hasSuffix($0) ? "" : " in \($0)" } ?? ""
            return "\(tasks) wait\(ending)\(place) for \(event)"
        }
    }
}

extension TaskFrame {
    var words: String { function + (location.map { " (\($0))" } ?? "") }
}
