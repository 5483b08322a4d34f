/// The tasks of a process at one moment, from which all formats of the report of `outlive tasks` are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct TaskReport: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    package var format = TaskReport.currentFormat
    package var toolVersion: String
    package var processID: Int32
    /// The path of the executable; empty if it is unknown.
    package var executable: String
    /// The time of the snapshot, in seconds since 1970.
    package var time: Double
    package var reason: HeapCensus.Reason
    /// The time for which the process was stopped, in seconds.
    package var pauseSeconds: Double
    /// The tasks that are alike: first the groups that nothing resumes, then by descending number.
    package var groups: [AlikeTasks]
    /// The actors that tasks wait for, those with the longest queue first.
    package var actors: [ActorQueue]
    package var notes: [String]

    package init(
        toolVersion: String, processID: Int32, executable: String, time: Double = 0,
        reason: HeapCensus.Reason = .request, pauseSeconds: Double = 0, groups: [AlikeTasks] = [],
        actors: [ActorQueue] = [], notes: [String] = []
    ) {
        (self.toolVersion, self.processID, self.executable) = (toolVersion, processID, executable)
        (self.time, self.reason, self.pauseSeconds) = (time, reason, pauseSeconds)
        (self.groups, self.actors, self.notes) = (groups, actors, notes)
    }

    /// The number of tasks that have not completed.
    package var tasks: Int { groups.reduce(0) { $0 + ($1.state == .completed ? 0 : $1.count) } }
    /// The groups of tasks that nothing can resume.
    package var stuck: [AlikeTasks] { groups.filter { $0.stuck != nil } }
    /// The number of tasks that nothing can resume.
    package var stuckTasks: Int { stuck.reduce(0) { $0 + $1.count } }
    package func count(_ state: AlikeTasks.State) -> Int {
        groups.reduce(0) { $0 + ($1.state == state ? $1.count : 0) }
    }
}

/// Tasks with equal asynchronous backtraces, states and verdicts, whose parents are alike.
package struct AlikeTasks: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable, CaseIterable {
        case running, enqueued, suspended, completed
    }

    /// The event that suspended tasks wait for.
    package enum Awaited: String, Codable, Hashable, Sendable, CaseIterable {
        case continuation
        /// The next element of an `AsyncStream`.
        case stream
        case sleep
        /// The result of another task.
        case task
        /// The next child of a task group.
        case group
        /// A turn on an actor.
        case actor
    }

    /// The relation of a child to its parent.
    package enum Child: String, Codable, Hashable, Sendable {
        case asyncLet, group, other
    }

    /// The number of the group, which identifies it in this report.
    package var number: Int
    /// The number of the group of the parents; `nil` for tasks without a parent.
    package var parent: Int?
    package var child: Child?
    package var count: Int
    package var state: State
    package var awaited: Awaited?
    /// The name of what the tasks wait for, or of what can resume them; `nil` if it is unknown.
    package var holder: String?
    package var stuck: StuckVerdict?
    /// The asynchronous backtrace, the function that continues first; empty for running and completed tasks.
    package var frames: [TaskFrame]
    /// The outermost function of the program in the backtrace: the closure that the task was created with.
    package var creator: TaskFrame?
    /// The names of the tasks, the most frequent first; empty if they have none.
    package var names: [Amount]
    package var priorities: [Amount]
    package var cancelled: Int
    /// The number of children of all tasks together.
    package var children: Int
    /// The type of the result, or `nil` if it is unknown.
    package var result: String?
    /// The types of task-local values, innermost first.
    package var locals: [String]
    /// The identifiers of the first tasks, in ascending order; at most 20.
    package var ids: [UInt64]

    package init(
        number: Int, parent: Int? = nil, child: Child? = nil, count: Int = 0, state: State, awaited: Awaited? = nil,
        holder: String? = nil, stuck: StuckVerdict? = nil, frames: [TaskFrame] = [], creator: TaskFrame? = nil,
        names: [Amount] = [], priorities: [Amount] = [], cancelled: Int = 0, children: Int = 0, result: String? = nil,
        locals: [String] = [], ids: [UInt64] = []
    ) {
        (self.number, self.parent, self.child, self.count) = (number, parent, child, count)
        (self.state, self.awaited, self.holder, self.stuck) = (state, awaited, holder, stuck)
        (self.frames, self.creator, self.names) = (frames, creator, names)
        (self.priorities, self.cancelled, self.children) = (priorities, cancelled, children)
        (self.result, self.locals, self.ids) = (result, locals, ids)
    }

    /// A name and the number of tasks that have it.
    package struct Amount: Codable, Hashable, Sendable {
        package var name: String
        package var count: Int

        package init(name: String, count: Int) { (self.name, self.count) = (name, count) }
    }
}

/// A function in the asynchronous backtrace of a task.
package struct TaskFrame: Codable, Hashable, Sendable {
    /// The name without module and labels, such as `closure in Feed.start`.
    package var function: String
    /// The module that declares it; `nil` if it is unknown.
    package var module: String?
    package var location: SourceLine?

    package init(function: String, module: String? = nil, location: SourceLine? = nil) {
        (self.function, self.module, self.location) = (function, module, location)
    }
}

/// The verdict that nothing can resume some tasks.
package struct StuckVerdict: Codable, Hashable, Sendable {
    package enum Certainty: String, Codable, Hashable, Sendable {
        /// No reference leads to what could resume the task.
        case stuck
        /// Only words that are likely left over, or a heap with a missing part, speak against it.
        case probably
    }

    package var certainty: Certainty
    /// The reason, in one sentence.
    package var evidence: String
    /// What to change, or `nil` where the snapshot does not show it.
    package var remedy: String?
    /// `true` if the tasks only wait for other stuck tasks.
    package var isConsequence: Bool

    package init(certainty: Certainty, evidence: String, remedy: String? = nil, isConsequence: Bool = false) {
        (self.certainty, self.evidence, self.remedy, self.isConsequence) = (certainty, evidence, remedy, isConsequence)
    }
}

/// An actor that tasks wait for.
package struct ActorQueue: Codable, Hashable, Sendable {
    /// The type of the actor, or `the main actor`.
    package var actor: String
    /// The number of tasks in its queue.
    package var waiting: Int
    /// The functions of a task that runs on the actor, or `nil` if none was found.
    package var running: String?
    /// The functions that wait for a turn, the most frequent first.
    package var callers: [AlikeTasks.Amount]

    package init(actor: String, waiting: Int, running: String? = nil, callers: [AlikeTasks.Amount] = []) {
        (self.actor, self.waiting, self.running, self.callers) = (actor, waiting, running, callers)
    }
}
