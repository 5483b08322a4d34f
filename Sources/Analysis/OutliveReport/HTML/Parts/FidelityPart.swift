internal import OutliveModel

extension PageContent {
    /// The comparison of the state after the resets with that after a launch, check by check.
    var fidelity: PageSection? {
        guard let verdict = report.fidelityVerdict else { return nil }
        let isClean = verdict.differing.isEmpty
        let tone: Tone = isClean ? .good : report.stateSurvived ? .bad : .warn
        return PageSection("fidelity", "Fidelity", heading: verdict.sentence.capitalizedFirst, tone: tone) {
            HTMLNode.tag("p") {
                verdict.basis.capitalizedFirst
                if report.probePrintedTheSame { "; the probe printed the same after every reset" }
                if !isClean, report.plan.fidelity == .report { "; differences are only reported, as requested" }
                "."
            }
            HTMLTable(label: "Checks of the state", columns: [.text("Check"), .text("Result"), .prose("What differs")])
                .node(
                    FidelityCheck.allCases.map { row($0, verdict) })
            differences(
                "Differences",
                verdict.differing.flatMap { check in (verdict.differences[check] ?? []).map { (check, $0) } })
            differences("Expected differences", verdict.expected, reasons: true)
        }
    }

    private func row(_ check: FidelityCheck, _ verdict: FidelityVerdict) -> [HTMLNode] {
        let count = verdict.differences[check]?.count ?? 0
        let expected = verdict.expected.count { $0.check == check }
        let result: HTMLNode
        var words = ""
        if !verdict.compared.contains(check) {
            result = .badge("not compared", .plain)
        } else if verdict.differing.contains(check) {
            result = .badge("differs", report.fails(check) ? .bad : .warn)
            words = count > 0 ? counted(count, "difference") : "the printed text"
        } else {
            result = .badge("passed", .good)
        }
        if expected > 0 { words += (words.isEmpty ? "" : ", ") + "\(expected) expected" }
        return [.text(check.words), result, .text(words)]
    }

    private func differences(
        _ title: String, _ differences: [(check: FidelityCheck, difference: FidelityDifference)], reasons: Bool = false
    ) -> HTMLNode {
        guard !differences.isEmpty else { return .none }
        let columns: [HTMLTable.Column] =
            [.text("Check"), .text("Subject"), .text("At launch"), .text("After the resets"), .number("Since reset")]
            + (reasons ? [.prose("Why")] : [])
        return .group([
            .tag("h3") { title },
            HTMLTable(label: title, columns: columns, noun: "difference").node(
                differences.map { check, difference in
                    let values = difference.values()
                    return [
                        .text(check.words), .code(difference.subject), .code(values.launched, class: "old"),
                        .code(values.reset, class: "new"), .text("\(difference.firstCycle)"),
                    ] + (reasons ? [.prose(difference.reason ?? "", limit: 300)] : [])
                }),
        ])
    }
}
