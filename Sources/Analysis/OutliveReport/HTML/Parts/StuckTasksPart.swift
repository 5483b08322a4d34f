internal import OutliveModel

extension PageContent {
    /// The tasks that nothing can resume, with the evidence for each kind.
    var stuckTasks: PageSection? {
        guard let groups = report.stuckTasks, !groups.isEmpty else { return nil }
        let heading = "\(counted(report.stuckTaskCount, "task")) that nothing can resume"
        return PageSection("tasks", "Tasks", heading: heading, tone: report.failsByStuckTasks ? .bad : .warn) {
            for (index, group) in groups.prefix(PageLimits.causes).enumerated() {
                HTMLNode.folded(
                    "\(counted(group.count, "task")): \(group.title)", class: "group",
                    isOpen: index < PageLimits.openCauses
                ) { details(of: group) }
            }
            HTMLNode.more(groups.count - PageLimits.causes, "kind")
        }
    }

    private func details(of group: AlikeTasks) -> HTMLNode {
        let stuck = group.stuck
        let leak = shown.leak(of: group)
        let facts: [(String, String)] = [
            ("Verdict", stuck?.certainty == .stuck ? "stuck" : "probably stuck"),
            ("Waits for", group.awaited?.words ?? ""),
            ("Because", leak.map { "of leak \($0)" } ?? stuck?.evidence ?? ""),
            ("Fix", leak == nil ? stuck?.remedy ?? "" : ""),
            ("Created in", group.creator?.words ?? ""),
            ("Names", group.names.prefix(5).map(\.name).joined(separator: ", ")),
        ]
        return .group([
            HTMLTable(label: "Stuck tasks", columns: [.text("Fact"), .prose("Value")]).node(
                facts.filter { !$0.1.isEmpty }.map { [.text($0.0), .prose($0.1, limit: 400)] }),
            .tag("ol", ["class": "frames"]) {
                for frame in group.frames.prefix(PageLimits.rows) { HTMLNode.tag("li") { HTMLNode.code(frame.words) } }
            },
        ])
    }
}
