package import OutliveModel
internal import OutliveSupport

extension ListingFormat {
    /// Returns a report of tasks in this format.
    ///
    /// - Parameters:
    ///   - isTree: `true` if text shows each group below its parent's.
    ///   - limit: The number of groups in text; `nil` for all.
    package func bytes(
        for report: TaskReport, style: TextStyle = TextStyle(), isTree: Bool = false, limit: Int? = 20
    ) throws -> [UInt8] {
        try bytes(json: report, style) { $0.write(report, isTree: isTree, limit: limit ?? .max) }
    }
}

extension TextPage {
    /// Writes a process's tasks that nothing resumes, then all others, and the actors with a queue.
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
        let stuck = report.stuckTasks
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

    private mutating func writeAlike(_ groups: [AlikeTasks], limit: Int) {
        let rows = groups.prefix(limit).map { group in
            AllocationRow(
                amounts: aligned(grouped(group.count), 8) + "  " + padded(group.stateWords, 12) + "  ",
                name: group.title,
                place: group.place)
        }
        let heads = aligned("tasks", 8) + "  " + padded("wait for", 12) + "  "
        write(Array(rows), heads: heads, names: ("function", "resumes in"))
        let left = groups.dropFirst(limit)
        writeHidden(left)
    }

    private mutating func writeHidden(_ groups: ArraySlice<AlikeTasks>) {
        guard !groups.isEmpty else { return }
        let tasks = groups.reduce(0) { $0 + $1.count }
        paragraph(
            "\(ellipsis) \(counted(groups.count, "group")) more, \(counted(tasks, "task")): "
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
