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
        // `saves 61 s per 100 resets`
        let saving = comparison.saving.split(separator: " ", maxSplits: 3).map(String.init)
        return [
            KeyFigure(
                name: "Reset against relaunch", value: comparison.speedup,
                note: comparison.confidence ?? "no interval under 6 pairs",
                tone: report.missesGate ? .warn : comparison.isFaster ? .good : .bad),
            KeyFigure(
                name: "What a reset \(saving[0])", value: "\(saving[1]) \(saving[2])", note: saving[3], tone: .plain),
        ]
    }

    private var leakFigure: KeyFigure? {
        guard report.heap != nil || report.watch == .watched else { return nil }
        let registered = report.registeredCauses.filter { $0.verdict == .leak }
        let twice = Set(heap.seenTwice)
        let leaks = registered.count + heap.leaks.count { !twice.contains($0) }
        let grew =
            report.heap == nil
            ? report.findings.count { victims.contains($0) && $0.verdict == .leak } : heap.draggedAlong.count
        let known = KnownFindings(report).inWords
        let notes = [grew > 0 ? "and \(grew) that grew with them" : nil, known].compactMap(\.self)
        return KeyFigure(
            name: "Leaks", value: "\(leaks)",
            note: notes.isEmpty
                ? leaks > 0 ? "each to be mended on its own" : "nothing grows" : notes.joined(separator: ", "),
            tone: leaks == 0 ? report.failures.isEmpty ? .good : .plain : failing.isEmpty ? .warn : .bad)
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
