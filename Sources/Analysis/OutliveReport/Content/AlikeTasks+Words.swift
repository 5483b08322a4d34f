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

extension AlikeTasks {
    /// The verdict in one line: `3 tasks stuck: closure in Poller.start`.
    var stuckTitle: String { "\(counted(count, "task")) \(stuck?.certainty.words ?? "stuck"): \(title)" }

    /// Returns the evidence for the verdict, each fact with its name.
    ///
    /// - Parameter leak: The number of the cause that explains the tasks, or `nil` if they do not accumulate.
    func stuckFacts(leak: Int?) -> [(name: String, value: String)] {
        let facts: [(String, String?)] = [
            ("waits for", awaited?.words), ("because", leak.map { "of leak \($0)" } ?? stuck?.evidence),
            ("fix", leak == nil ? stuck?.remedy : nil),
            ("created in", creator?.words),
            ("names", names.isEmpty ? nil : names.prefix(5).map(\.name).joined(separator: ", ")),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Returns the line that created the tasks, or else where they continue, or `nil` if neither is in the checkout.
    func place(in root: String) -> CheckoutPlace? {
        ([creator?.location] + frames.map(\.location)).lazy.compactMap { CheckoutPlace($0, in: root) }.first
    }
}

extension StuckVerdict.Certainty {
    var words: String { self == .stuck ? "stuck" : "probably stuck" }
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
