internal import OutliveModel

extension PageContent {
    /// The differences between the probe's output after a reset and after a launch, line by line.
    var state: PageSection? {
        let differences = report.stateDifferences
        guard !differences.isEmpty else {
            // The section on fidelity has this statement if it compared the probe.
            let isSaid = report.fidelityVerdict?.compared.contains(.probe) == true
            guard !isSaid, report.probePrintedTheSame else { return nil }
            return PageSection("state", "State", heading: "The state is the same as after a launch", tone: .good) {
                HTMLNode.paragraph("The probe printed the same after every reset as after a launch.")
            }
        }
        return PageSection("state", "State", heading: "State survived the reset", tone: .bad) {
            HTMLNode.paragraph("The probe output differs from that after a launch.")
            for (index, difference) in differences.prefix(PageLimits.differences).enumerated() {
                HTMLNode.folded(difference.occurrencesInWords.capitalizedFirst, class: "group", isOpen: index == 0) {
                    diff(difference)
                }
            }
            HTMLNode.more(differences.count - PageLimits.differences, "difference")
        }
    }

    private func diff(_ difference: StateDifference) -> HTMLNode {
        let hunks = LineDiff(from: difference.expected, to: difference.actual).hunks()
        guard !hunks.isEmpty else { return .paragraph("The bytes differ, but their text is the same.") }
        var left = PageLimits.diffLines
        var lines: [HTMLNode] = [
            .tag("del") { "--- after a launch" }, .text("\n"),
            .tag("ins") { "+++ after reset \(difference.cycle)" }, .text("\n"),
        ]
        for hunk in hunks where left > 0 {
            lines += [.tag("span", ["class": "note"]) { hunk.heading }, .text("\n")]
            for line in hunk.lines.focused(width: PageLimits.columns, mark: "…").prefix(left) {
                lines += [node(line), .text("\n")]
            }
            left -= hunk.lines.count
        }
        let all = hunks.reduce(0) { $0 + $1.lines.count }
        return .group(
            [
                .scrolling(
                    "Probe output after a launch and after the reset", .tag("pre", ["class": "diff"]) { lines }
                )
            ]
                + [HTMLNode.more(all - PageLimits.diffLines, "line")].compactMap(\.self))
    }

    private func node(_ line: LineDiff.Line) -> HTMLNode {
        func shown(_ text: String) -> String {
            elided(printable(prefix(of: text, columns: 4 * PageLimits.columns)), to: 2 * PageLimits.columns, .tail)
        }
        return switch line {
        case .same(let text): .text(" \(shown(text))")
        case .removed(let text): .tag("del") { "-\(shown(text))" }
        case .added(let text): .tag("ins") { "+\(shown(text))" }
        }
    }
}
