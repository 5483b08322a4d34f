internal import OutliveModel
internal import OutliveSupport

extension PageContent {
    /// The comparison of the state after the resets with that after a launch, check by check.
    var fidelity: PageSection? {
        guard let verdict = shown.fidelity else { return nil }
        let tone: Tone = verdict.isEquivalent ? .good : report.stateSurvived ? .bad : .warn
        return PageSection("fidelity", "Fidelity", heading: verdict.sentence.capitalizedFirst, tone: tone) {
            HTMLNode.paragraph(shown.fidelityBasis.joined(separator: "; ").capitalizedFirst + ".")
            if !verdict.arms.isEmpty {
                HTMLTable(label: "Arms", columns: [.text("Arm"), .number("Starts"), .number("Equal checks")])
                    .node(verdict.arms) { arm in
                        [
                            .text(arm.name.words), .text("\(arm.resets)"),
                            .tag("span", ["class": (arm.differing == 0 ? Tone.good : .bad).rawValue]) { arm.result },
                        ]
                    }
            }
            let passed = FidelityCheck.allCases.filter { hasPassed($0, verdict) }
            let others = FidelityCheck.allCases.filter { !hasPassed($0, verdict) }
            checks("Checks of the state", others, verdict)
            if !passed.isEmpty {
                HTMLNode.folded("\(counted(passed.count, "check")) passed", class: "group") {
                    checks("Passed checks of the state", passed, verdict)
                }
            }
            differences("Differences", verdict.undeclared)
            differences("Expected differences", verdict.expected, reasons: true)
        }
    }

    private func hasPassed(_ check: FidelityCheck, _ verdict: FidelityVerdict) -> Bool {
        verdict.compared.contains(check) && !verdict.differing.contains(check)
    }

    private func checks(_ label: String, _ checks: [FidelityCheck], _ verdict: FidelityVerdict) -> HTMLNode {
        HTMLTable(label: label, columns: [.text("Check"), .text("Result"), .prose("What differs")])
            .node(checks) { row($0, verdict) }
    }

    private func row(_ check: FidelityCheck, _ verdict: FidelityVerdict) -> [HTMLNode] {
        let count = verdict.differences[check]?.count ?? 0
        let expected = verdict.expected.count { $0.check == check }
        let result: HTMLNode
        var words = ""
        if !verdict.compared.contains(check) {
            result = .badge("not compared", .plain)
        } else if verdict.differing.contains(check) {
            result = .badge("differs", shown.fails(check) ? .bad : .warn)
            words = count > 0 ? counted(count, "difference") : "the printed text"
        } else {
            result = .badge("passed", .good)
        }
        if expected > 0 { words += (words.isEmpty ? "" : ", ") + "\(expected) expected" }
        return [.text(check.words), result, .text(words)]
    }

    private func differences(
        _ title: String, _ differences: [FidelityVerdict.Row], reasons: Bool = false
    ) -> HTMLNode {
        guard !differences.isEmpty else { return .none }
        let columns: [HTMLTable.Column] =
            [.text("Check"), .text("Subject"), .text("At launch"), .text("After the resets"), .number("Since reset")]
            + (reasons ? [.prose("Why")] : [])
        return .group([
            .tag("h3") { title },
            HTMLTable(label: title, columns: columns, noun: "difference").node(differences) { check, difference in
                let values = difference.values()
                return [
                    .text(check.words), subject(difference), .code(values.launched, class: "old"),
                    .code(values.reset, class: "new"), .text("\(difference.firstCycle)"),
                ] + (reasons ? [.prose(difference.reason ?? "", limit: 300)] : [])
            },
        ])
    }

    private func subject(_ difference: FidelityDifference) -> HTMLNode {
        let name = HTMLNode.code(difference.fullSubject)
        guard let origin = difference.origin else { return name }
        return .group([name, .text(" "), .tag("span", ["class": "place"]) { HTMLNode.prose(origin, limit: 300) }])
    }

    /// The differences between the probe's output after a reset and after a launch, line by line.
    var state: PageSection? {
        let differences = report.stateDifferences
        guard !differences.isEmpty else {
            guard shown.hasStateSection else { return nil }
            return PageSection("state", "State", heading: "The state is the same as after a launch", tone: .good) {
                HTMLNode.paragraph("The probe printed the same after every reset as after a launch.")
            }
        }
        return PageSection("state", "State", heading: "State survived the reset", tone: .bad) {
            HTMLNode.paragraph("The probe output differs from that after a launch.")
            for (index, difference) in differences.prefix(PageLimits.differences).enumerated() {
                HTMLNode.folded(difference.occurrencesDescription.capitalizedFirst, class: "group", isOpen: index == 0)
                {
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
        let text = printable(prefix(of: line.text, columns: 4 * PageLimits.columns))
        let shown = "\(line.sign.rawValue)\(elided(text, to: 2 * PageLimits.columns, .tail))"
        return line.sign == .same ? .text(shown) : .tag(line.sign == .removed ? "del" : "ins") { shown }
    }
}
