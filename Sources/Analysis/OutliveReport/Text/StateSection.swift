internal import OutliveModel

extension Page {
    /// The maximum number of lines of a difference, and of differences.
    private static let diffLines = 40
    private static let differences = 3

    /// Writes the differences between the probe's output after a reset and after a launch.
    mutating func writeStateDifferences(_ report: Report) {
        let differences = report.stateDifferences
        if differences.isEmpty {
            // The section on fidelity has this statement if it compared the probe.
            let isSaid = report.fidelityVerdict?.compared.contains(.probe) == true
            if !isSaid, report.probePrintedTheSame {
                title("State: the probe printed the same after every reset as after a launch", .goodStrong)
            }
            return
        }
        title("State survived the reset: the probe output differs from that after a launch", .badStrong)
        for difference in differences.prefix(Self.differences) { write(difference) }
        let more = differences.count - Self.differences
        if more > 0 {
            line(indent: 2, Span("\(ellipsis) \(counted(more, "more difference")) in the JSON report", .faint))
        }
    }

    private mutating func write(_ difference: StateDifference) {
        paragraph(difference.occurrencesInWords, indent: 2)
        writeDiff(difference)
    }

    /// Writes the probe's output after a launch and after the reset as a unified diff.
    mutating func writeDiff(_ difference: StateDifference) {
        let diff = LineDiff(from: difference.expected, to: difference.actual)
        let hunks = diff.hunks()
        guard !hunks.isEmpty else {
            paragraph("the bytes differ, but their text is the same", indent: 4)
            return
        }
        line(indent: 4, Span("--- after a launch", .bad))
        line(indent: 4, Span("+++ after reset \(difference.cycle)", .added))
        var left = Self.diffLines
        for hunk in hunks where left > 0 {
            line(indent: 4, Span(hunk.heading, .faint))
            for text in hunk.lines.focused(width: style.width - 5, mark: ellipsis).prefix(left) {
                switch text {
                case .same(let text): line(indent: 4, Span(" \(visible(text))"))
                case .removed(let text): line(indent: 4, Span("-\(visible(text))", .bad))
                case .added(let text): line(indent: 4, Span("+\(visible(text))", .added))
                }
            }
            left -= hunk.lines.count
        }
        let all = hunks.reduce(0) { $0 + $1.lines.count }
        if all > Self.diffLines {
            line(
                indent: 4, Span("\(ellipsis) \(counted(all - Self.diffLines, "more line")) in the JSON report", .faint))
        }
    }

    /// Returns a text with tabs spelled out, as they look like blanks.
    private func visible(_ text: String) -> String {
        prefix(of: text, columns: 4 * style.width).split(separator: "\t", omittingEmptySubsequences: false)
            .joined(separator: "\\t")
    }
}

extension StateDifference {
    /// The resets with the difference: `first seen after reset 3, and after 18 resets in all`.
    var occurrencesInWords: String {
        "first seen after reset \(cycle), and after \(counted(occurrences, "reset")) in all"
    }
}
