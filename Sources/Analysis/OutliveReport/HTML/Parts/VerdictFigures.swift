internal import OutliveModel

extension PageContent {
    /// The key figures of the report.
    var figures: HTMLNode {
        let figures = timeFigures + [leakFigure, growthFigure, stateFigure].compactMap(\.self)
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
        let leaks = causes.filter { $0.verdict == .leak }
        // "None found" is shown only after a measurement.
        guard leaksWereWatched || !leaks.isEmpty else { return nil }
        let each = leaks.reduce(0) { boundedSum($0, $1.bytesPerCycle) }
        let notes =
            [
                leaks.isEmpty ? "none found" : nil,
                each > 0 ? "\(Scale.bytes(Double(each)).text(Double(each))) per cycle" : nil,
                KnownFindings(report).inWords,
            ].compactMap(\.self) + (leaks.isEmpty ? report.suspectsInWords : [])
        return KeyFigure(
            name: "Leaks", value: "\(leaks.count)",
            note: notes.isEmpty ? "causes to fix" : notes.joined(separator: ", "),
            tone: leaks.isEmpty ? nothingLeaked ? .good : .plain : failing.isEmpty ? .warn : .bad)
    }

    private var growthFigure: KeyFigure? {
        guard let worst = report.unexplainedGrowth.first else { return nil }
        return KeyFigure(
            name: "Unexplained growth", value: worst.amountInWords, note: "\(worst.metric.words) per cycle",
            tone: report.failingGrowth.isEmpty ? .warn : .bad)
    }

    private var stateFigure: KeyFigure? {
        guard let verdict = report.fidelityVerdict else { return nil }
        let equal = verdict.compared.count - verdict.differing.count
        return KeyFigure(
            name: "Checks of the state", value: "\(equal) of \(verdict.compared.count)", note: "equal after the resets",
            tone: verdict.differing.isEmpty ? .good : report.stateSurvived ? .bad : .warn)
    }
}

/// A value with a name above it and a note below it.
private struct KeyFigure {
    var name: String
    var value: String
    var note: String
    var tone: Tone
}
