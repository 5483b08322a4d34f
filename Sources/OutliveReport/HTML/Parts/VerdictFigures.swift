internal import OutliveModel

extension PageContent {
    /// The few figures that people come for.
    var figures: HTMLNode {
        let figures = timeFigures + [leakFigure, stateFigure].compactMap(\.self)
        guard !figures.isEmpty else { return .none }
        return .tag("dl", ["class": "figures"]) {
            for figure in figures {
                HTMLNode.tag("div") {
                    HTMLNode.tag("dt") { figure.name }
                    HTMLNode.tag("dd", ["class": figure.tone.rawValue]) { figure.value }
                    HTMLNode.tag("dd", ["class": "note"]) { figure.note }
                }
            }
        }
    }

    private var timeFigures: [KeyFigure] {
        guard let comparison = report.comparison else { return [] }
        return [
            KeyFigure(
                name: "Reset against relaunch", value: comparison.speedup,
                note: (comparison.confidence ?? "no interval under 6 pairs") + comparison.doubt,
                tone: report.missesGate ? .warn : comparison.tone),
            KeyFigure(
                name: "100 resets \(comparison.saves ? "save" : "cost")", value: comparison.savedOrLost,
                note: "against relaunches", tone: .plain),
        ]
    }

    private var leakFigure: KeyFigure? {
        let registered = report.registeredCauses.filter { $0.verdict == .leak }
        let twice = Set(heap.seenTwice)
        let leaks = registered.count + heap.leaks.count { !twice.contains($0) }
        // Where nothing was measured, none is no news.
        guard lookedForLeaks || leaks > 0 else { return nil }
        let grew =
            report.heap == nil
            ? report.findings.count { victims.contains($0) && $0.verdict == .leak } : heap.draggedAlong.count
        let grown = grew > 0 ? "and \(grew) that grew with \(leaks == 1 ? "it" : "them")" : nil
        let both = heap.leaks.contains(where: twice.contains) ? "the registry and the heap tier saw the same" : nil
        let known = KnownFindings(report).inWords
        let notes =
            [leaks == 0 ? "none found" : nil, grown, leaks == 1 ? both : nil, known]
            + (leaks == 0 ? report.suspectsInWords : [])
        let words = notes.compactMap(\.self).joined(separator: ", ")
        return KeyFigure(
            name: "Leaks", value: "\(leaks)", note: words.isEmpty ? "each to be mended on its own" : words,
            tone: leaks == 0 ? nothingLeaked ? .good : .plain : failing.isEmpty ? .warn : .bad)
    }

    private var stateFigure: KeyFigure? {
        guard let verdict = report.fidelityVerdict else { return nil }
        let equal = verdict.compared.count - verdict.differing.count
        return KeyFigure(
            name: "Checks of the state", value: "\(equal) of \(verdict.compared.count)", note: "equal after the resets",
            tone: verdict.differing.isEmpty ? .good : report.stateSurvived ? .bad : .warn)
    }
}

/// A number with a name above it and a word below it.
private struct KeyFigure {
    var name: String
    var value: String
    var note: String
    var tone: Tone
}
