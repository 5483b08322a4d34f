package import OutliveModel

extension CensusFormat {
    /// Returns a report of tasks in this format.
    ///
    /// - Parameters:
    ///   - isTree: `true` if text shows the groups below those of their parents.
    ///   - limit: The number of groups in text; `nil` for all.
    package func bytes(
        for report: TaskReport, style: TextStyle = TextStyle(), isTree: Bool = false, limit: Int? = 20
    ) throws -> [UInt8] {
        switch self {
        case .text: Page.bytes(style) { $0.write(report, isTree: isTree, limit: limit ?? .max) }
        case .json: try jsonDocument(report)
        }
    }
}

extension Page {
    /// Writes the tasks of a process: those that nothing resumes, then all others, and the actors with a queue.
    mutating func write(_ report: TaskReport, isTree: Bool, limit: Int) {
        write(report)
        for (index, group) in report.stuck.prefix(limit).enumerated() {
            blank()
            writeStuck(group, number: index + 1)
        }
        let hidden = report.stuck.dropFirst(limit)
        if !hidden.isEmpty {
            blank()
            writeHidden(hidden)
        }
        let others = report.groups.filter { $0.stuck == nil && $0.state != .completed }
        if isTree {
            writeTree(report.groups.filter { $0.state != .completed })
        } else if !others.isEmpty {
            blank()
            writeAlike(others, limit: limit)
        }
        writeActors(report.actors, limit: limit)
        writeNotes(report.notes)
    }

    private mutating func write(_ report: TaskReport) {
        let name = report.executable.split(separator: "/").last.map(String.init) ?? report.executable
        let moment = report.reason == .core ? " in its core file" : ""
        let states = AlikeTasks.State.allCases.filter { $0 != .completed }.compactMap { state in
            report.count(state) > 0 ? "\(report.count(state)) \(state.rawValue)" : nil
        }
        let stuck = report.stuck.reduce(0) { $0 + $1.count }
        paragraph(
            "\(name) (process \(report.processID))\(moment): \(counted(report.tasks, "task"))"
                + (states.isEmpty ? "" : ", \(states.joined(separator: ", "))"),
            indent: 0, hanging: 2, ink: .strong)
        if stuck > 0 {
            paragraph("\(counted(stuck, "task")) that nothing can resume", indent: 2, ink: .bad)
        }
        if report.pauseSeconds > 0 {
            line(indent: 2, Span("paused for \(timeText(report.pauseSeconds, unicode: style.unicode))", .faint))
        }
    }

    private mutating func writeStuck(_ group: AlikeTasks, number: Int) {
        guard let stuck = group.stuck else { return }
        let head = "\(number)  "
        let indent = columns(of: head)
        let certainty = stuck.certainty == .stuck ? "stuck" : "probably stuck"
        let title = "\(counted(group.count, "task")) \(certainty): \(group.title)"
        for (index, part) in wrapped(legible(title), to: style.width - indent).enumerated() {
            line(indent: index == 0 ? 0 : indent, Span(index == 0 ? head : "", .faint), Span(part, .strong))
        }
        if let awaited = group.awaited { field("waits for", awaited.words, indent: indent) }
        field("because", stuck.evidence, indent: indent)
        if let remedy = stuck.remedy { field("fix", remedy, indent: indent, ink: .good) }
        writeFacts(group, indent: indent)
        for (index, frame) in group.frames.prefix(8).enumerated() {
            field(index == 0 ? "backtrace" : "", frame.words, indent: indent)
        }
        if group.frames.count > 8 { field("", "\(ellipsis) \(group.frames.count - 8) more", indent: indent) }
    }

    private mutating func writeFacts(_ group: AlikeTasks, indent: Int) {
        if let creator = group.creator { field("created in", creator.words, indent: indent) }
        if let parent = group.parent { field("child of", "group \(parent) of the JSON report", indent: indent) }
        if !group.names.isEmpty {
            let names = group.names.prefix(3).map { group.count == 1 || $0.count == 1 ? $0.name : "\($0.name) (\($0.count))" }
            let more = group.names.count > 3 ? ", \(ellipsis)" : ""
            field(group.names.count == 1 ? "name" : "names", names.joined(separator: ", ") + more, indent: indent)
        }
        if group.cancelled > 0 { field("cancelled", "\(group.cancelled) of \(group.count)", indent: indent) }
        if !group.locals.isEmpty { field("task-locals", group.locals.joined(separator: ", "), indent: indent) }
    }

    private mutating func writeAlike(_ groups: [AlikeTasks], limit: Int) {
        let rows = groups.prefix(limit).map { group in
            AllocationRow(
                amounts: aligned("\(group.count)", 8) + "  " + padded(group.stateWords, 12) + "  ", name: group.title,
                place: group.place)
        }
        let heads = aligned("tasks", 8) + "  " + padded("wait for", 12) + "  "
        write(Array(rows), heads: heads, names: ("function", "resumes in"))
        let left = groups.dropFirst(limit)
        writeHidden(left)
    }

    private mutating func writeHidden(_ groups: ArraySlice<AlikeTasks>) {
        guard !groups.isEmpty else { return }
        paragraph(
            "\(ellipsis) \(counted(groups.count, "group")) more, \(counted(groups.reduce(0) { $0 + $1.count }, "task")): "
                + "--report text=FILE lists all",
            indent: 2, hanging: 2, ink: .faint)
    }

    private mutating func writeTree(_ groups: [AlikeTasks]) {
        guard !groups.isEmpty else { return }
        blank()
        let children = Dictionary(grouping: groups.filter { $0.parent != nil }) { $0.parent! }
        let known = Set(groups.map(\.number))
        var waiting = groups.filter { $0.parent.map { !known.contains($0) } ?? true }.reversed().map { ($0, 0) }
        while let (group, depth) = waiting.popLast() {
            let stuck = group.stuck.map { $0.certainty == .stuck ? ", stuck" : ", probably stuck" } ?? ""
            let place = group.place.isEmpty ? "" : " \(arrow) \(group.place)"
            paragraph(
                "\(group.count) \(group.title): \(group.stateWords)\(stuck)\(place)", indent: min(2 + 2 * depth, 30),
                hanging: 4, ink: group.stuck == nil ? .plain : .bad)
            waiting += children[group.number, default: []].reversed().map { ($0, depth + 1) }
        }
    }

    private mutating func writeActors(_ actors: [ActorQueue], limit: Int) {
        guard !actors.isEmpty else { return }
        blank()
        line(indent: 0, Span("actors with waiting tasks", .strong))
        for actor in actors.prefix(limit) {
            let callers = actor.callers.prefix(3).map { "\($0.count) from \($0.name)" }
            let running = actor.running.map { "; \($0) runs on it" } ?? ""
            paragraph(
                "\(actor.actor): \(counted(actor.waiting, "task")) in its queue, \(callers.joined(separator: ", "))"
                    + running, indent: 2, hanging: 2)
        }
    }
}

extension AlikeTasks {
    /// The function that the tasks were created with.
    fileprivate var title: String {
        if let creator { return creator.function }
        if let frame = frames.last { return frame.function }
        return names.first?.name ?? (state == .running ? "a function on a thread" : "a function without a name")
    }

    /// The place where the tasks continue.
    fileprivate var place: String {
        let frame = frames.first { $0.location != nil }
        return frame?.location?.description ?? frames.first { $0.function != title }?.function ?? ""
    }

    fileprivate var stateWords: String {
        switch state {
        case .running, .completed: state.rawValue
        case .enqueued: awaited == .actor ? "actor" : "a thread"
        case .suspended: awaited?.rawValue ?? "their start"
        }
    }
}

extension AlikeTasks.Awaited {
    fileprivate var words: String {
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

extension TaskFrame {
    fileprivate var words: String { function + (location.map { " (\($0))" } ?? "") }
}
