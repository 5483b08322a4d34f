internal import OutliveModel

extension TextPage {
    /// The maximum number of kinds of tasks.
    private static let stuckGroups = 10

    /// Writes the tasks of a run that nothing can resume.
    mutating func writeStuckTasks(_ shown: Presentation) {
        guard let groups = shown.report.stuckTasks, !groups.isEmpty else { return }
        title("Stuck tasks: \(counted(shown.report.stuckTaskCount, "task")) that nothing can resume")
        for (index, group) in groups.prefix(Self.stuckGroups).enumerated() {
            if index > 0 { blank() }
            writeStuck(group, number: index + 1, leak: shown.leak(of: group))
        }
        writeMore(groups.count - Self.stuckGroups, "kind")
    }

    /// Writes the verdict on alike tasks, with its evidence and the backtrace.
    ///
    /// - Parameter leak: The number of the cause that explains them, or `nil` if they do not accumulate.
    mutating func writeStuck(_ group: AlikeTasks, number: Int, leak: Int? = nil) {
        guard let stuck = group.stuck else { return }
        let indent = numbered(number, group.stuckTitle)
        if let awaited = group.awaited { field("waits for", awaited.words, indent: indent) }
        if let leak {
            field("because", "of leak \(leak), above", indent: indent)
        } else {
            field("because", stuck.evidence, indent: indent)
            if let remedy = stuck.remedy { field("fix", remedy, indent: indent, ink: .good) }
        }
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
            let names = group.names.prefix(3).map {
                group.count == 1 || $0.count == 1 ? $0.name : "\($0.name) (\($0.count))"
            }
            let more = group.names.count > 3 ? ", \(ellipsis)" : ""
            field(group.names.count == 1 ? "name" : "names", names.joined(separator: ", ") + more, indent: indent)
        }
        if group.cancelled > 0 { field("cancelled", "\(group.cancelled) of \(group.count)", indent: indent) }
        if !group.locals.isEmpty { field("task-locals", group.locals.joined(separator: ", "), indent: indent) }
    }
}
