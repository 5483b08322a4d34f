internal import OutliveModel

extension TextPage {
    /// The maximum number of lines of a difference, and of differences.
    private static let diffLines = 40
    private static let differences = 3

    mutating func writeStateDifferences(_ shown: Presentation) {
        let differences = shown.report.stateDifferences
        guard !differences.isEmpty else {
            if shown.hasStateSection {
                title("State: the probe printed the same after every reset as after a launch", .goodStrong)
            }
            return
        }
        title("State survived the reset: the probe output differs from that after a launch", .badStrong)
        for difference in differences.prefix(Self.differences) {
            paragraph(difference.occurrencesDescription, indent: 2)
            writeDiff(difference)
        }
        writeMore(differences.count - Self.differences, "difference")
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
        let inks: [LineDiff.Line.Sign: Ink] = [.removed: .bad, .added: .added]
        var left = Self.diffLines
        for hunk in hunks where left > 0 {
            line(indent: 4, Span(hunk.heading, .faint))
            for shown in hunk.lines.focused(width: style.width - 5, mark: ellipsis).prefix(left) {
                line(indent: 4, Span("\(shown.sign.rawValue)\(visible(shown.text))", inks[shown.sign] ?? .plain))
            }
            left -= hunk.lines.count
        }
        writeMore(hunks.reduce(0) { $0 + $1.lines.count } - Self.diffLines, "line", indent: 4)
    }

    /// Returns a text with tabs spelled out, as they look like blanks.
    private func visible(_ text: String) -> String {
        prefix(of: text, columns: 4 * style.width).split(separator: "\t", omittingEmptySubsequences: false)
            .joined(separator: "\\t")
    }

    /// The maximum number of undeclared and of declared differences.
    private static let shownDifferences = 20

    /// Writes the comparison of the state after the resets with that after a launch, check by check.
    mutating func writeFidelity(_ shown: Presentation) {
        guard let verdict = shown.fidelity else { return }
        title(verdict.sentence, verdict.isEquivalent ? .goodStrong : shown.report.stateSurvived ? .badStrong : .warning)
        paragraph(shown.fidelityBasis.joined(separator: "; "), indent: 2)
        for arm in verdict.arms {
            paragraph(
                "\(arm.name.words): \(arm.result) checks equal", indent: 2, ink: arm.differing == 0 ? .plain : .bad)
        }
        var left = Self.shownDifferences
        for check in verdict.differing where left > 0 {
            let differences = verdict.differences[check] ?? []
            paragraph(check.words, indent: 2, ink: shown.fails(check) ? .bad : .warning)
            if differences.isEmpty {
                paragraph("output differs from that after a launch: see below", indent: 4)
                continue
            }
            write(Array(differences.prefix(left)))
            left -= differences.count
        }
        writeMore(verdict.undeclared.count - Self.shownDifferences, "difference")
        guard !verdict.expected.isEmpty else { return }
        line(indent: 2, Span("expected", .faint))
        for (check, difference) in verdict.expected.prefix(Self.shownDifferences) {
            paragraph(
                "\(check.words): \(words(of: difference)): \(oneLine(difference.reason ?? ""))", indent: 4, hanging: 2,
                ink: .faint)
        }
        writeMore(verdict.expected.count - Self.shownDifferences, "difference")
    }

    mutating func write(_ differences: [FidelityDifference]) {
        for difference in differences { paragraph(words(of: difference), indent: 4, hanging: 2) }
    }

    private func words(of difference: FidelityDifference) -> String {
        difference.words(arrow: arrow, mark: ellipsis)
    }
}
