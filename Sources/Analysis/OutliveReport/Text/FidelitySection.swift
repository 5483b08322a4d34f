internal import OutliveModel

extension Page {
    /// The maximum number of undeclared and of declared differences.
    private static let shownDifferences = 20

    /// Writes the comparison of the state after the resets with that after a launch, check by check.
    mutating func writeFidelity(_ report: Report) {
        guard let verdict = report.fidelityVerdict else { return }
        let isClean = verdict.differing.isEmpty
        title(verdict.sentence, isClean ? .goodStrong : report.stateSurvived ? .badStrong : .warning)
        var basis = [verdict.basis]
        if report.probePrintedTheSame { basis.append("the probe printed the same after every reset") }
        if !isClean, report.fidelityMode == .report { basis.append("differences are only reported, as requested") }
        paragraph(basis.joined(separator: "; "), indent: 2)
        var left = Self.shownDifferences
        for check in verdict.differing where left > 0 {
            let differences = verdict.differences[check] ?? []
            paragraph(check.words, indent: 2, ink: report.fails(check) ? .bad : .warning)
            if differences.isEmpty {
                paragraph("output differs from that after a launch: see below", indent: 4)
                continue
            }
            write(Array(differences.prefix(left)))
            left -= differences.count
        }
        writeMore(verdict.differences.values.reduce(0) { $0 + $1.count })
        writeExpected(verdict.expected)
    }

    /// Writes the differences of a check, a paragraph each.
    mutating func write(_ differences: [FidelityDifference]) {
        for difference in differences {
            paragraph(
                difference.words(arrow: style.unicode ? "→" : "->", mark: ellipsis), indent: 4, hanging: 2)
        }
    }

    /// Writes the declared differences, which do not fail the run.
    private mutating func writeExpected(_ expected: [(check: FidelityCheck, difference: FidelityDifference)]) {
        guard !expected.isEmpty else { return }
        line(indent: 2, Span("expected", .faint))
        for (check, difference) in expected.prefix(Self.shownDifferences) {
            let words = difference.words(arrow: style.unicode ? "→" : "->", mark: ellipsis)
            paragraph(
                "\(check.words): \(words): \(oneLine(difference.reason ?? ""))", indent: 4, hanging: 2, ink: .faint)
        }
        writeMore(expected.count)
    }

    private mutating func writeMore(_ count: Int) {
        let more = count - Self.shownDifferences
        guard more > 0 else { return }
        line(indent: 2, Span("\(ellipsis) \(counted(more, "more difference")) in the JSON report", .faint))
    }
}
