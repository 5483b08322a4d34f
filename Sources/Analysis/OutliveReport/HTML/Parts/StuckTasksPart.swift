internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// The tasks that nothing can resume, with the evidence for each kind.
    var stuckTasks: PageSection? {
        guard let groups = report.stuckTasks, !groups.isEmpty else { return nil }
        let heading = "\(counted(report.stuckTaskCount, "task")) that nothing can resume"
        return PageSection("tasks", "Tasks", heading: heading, tone: report.failsByStuckTasks ? .bad : .warn) {
            for (index, group) in groups.prefix(PageLimits.causes).enumerated() {
                HTMLNode.folded(
                    oneLine(group.stuckTitle), class: "group", isOpen: index < PageLimits.openCauses
                ) { details(of: group) }
            }
            HTMLNode.more(groups.count - PageLimits.causes, "kind")
        }
    }

    private func details(of group: AlikeTasks) -> HTMLNode {
        let facts = group.stuckFacts(leak: shown.leak(of: group))
        return .group([
            HTMLTable(label: "Stuck tasks", columns: [.text("Fact"), .prose("Value")]).node(facts) {
                [.text($0.name.capitalizedFirst), .prose($0.value, limit: 400)]
            },
            .tag("ol", ["class": "frames"]) {
                for frame in group.frames.prefix(PageLimits.rows) {
                    HTMLNode.tag("li") {
                        quotes.linked(.code(frame.words), to: frame.location.flatMap(quotes.place))
                    }
                }
            },
        ])
    }
}
