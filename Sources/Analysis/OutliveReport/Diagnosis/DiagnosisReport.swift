package import OutliveModel

extension ListingFormat {
    /// Returns a diagnosis in this format.
    package func bytes(for diagnosis: Diagnosis, style: TextStyle = TextStyle()) throws -> [UInt8] {
        try bytes(json: JSONDocument(value: diagnosis, outcome: diagnosis.outcome), style) { $0.write(diagnosis) }
    }
}

extension TextPage {
    /// Writes the checks of an executable, each in one or more lines, and the conclusion.
    mutating func write(_ diagnosis: Diagnosis) {
        paragraph(diagnosis.executable, indent: 0, ink: .strong)
        for check in diagnosis.checks { write(check) }
        blank()
        paragraph(
            diagnosis.conclusion, indent: 0, ink: diagnosis.outcome == .clean ? .goodStrong : .badStrong)
    }

    private mutating func write(_ check: DiagnosisCheck) {
        let widths = (state: 9, subject: 18)
        let indent = 2 + widths.state + widths.subject
        let texts = [(check.finding, Ink.plain)] + (check.advice.map { [("-> \($0)", .strong)] } ?? [])
        for (number, (text, ink)) in texts.enumerated() {
            for (index, part) in wrapped(legible(oneLine(text)), to: style.width - indent).enumerated() {
                let isFirst = number == 0 && index == 0
                line(
                    indent: 2, Span(padded(isFirst ? check.state.words : "", widths.state), check.state.ink),
                    Span(padded(isFirst ? check.subject.words : "", widths.subject), .faint), Span(part, ink))
            }
        }
    }
}

extension Diagnosis {
    /// The conclusion: `all works`, or the checks that failed or were degraded.
    fileprivate var conclusion: String {
        let failing = checks.filter { $0.state == .fails }.map(\.subject.words)
        let degraded = checks.filter { $0.state == .degraded }.map(\.subject.words)
        let less = degraded.isEmpty ? "" : "reduced detail, because of: \(degraded.joined(separator: ", "))"
        if failing.isEmpty { return degraded.isEmpty ? "all works" : "leaks are found; \(less)" }
        return "does not work: \(failing.joined(separator: ", "))" + (less.isEmpty ? "" : "; \(less)")
    }
}

extension DiagnosisCheck.State {
    fileprivate var words: String {
        switch self {
        case .works: "ok"
        case .degraded: "warning"
        case .fails: "no"
        case .skipped: "-"
        }
    }

    fileprivate var ink: Ink {
        switch self {
        case .works: .good
        case .degraded: .warning
        case .fails: .badStrong
        case .skipped: .faint
        }
    }
}

extension DiagnosisCheck.Subject {
    fileprivate var words: String {
        switch self {
        case .machine: "machine"
        case .heapLibrary: "heap library"
        case .unwinder: "libunwind"
        case .symbolizer: "symbolizer"
        case .inspection: "inspection"
        case .inspectable: "can be inspected"
        case .executable: "executable"
        case .wayIn: "way in"
        case .heapTier: "heap tier in it"
        case .allocator: "allocator"
        case .fieldNames: "field names"
        case .debugInformation: "debug information"
        case .symbols: "symbols"
        case .buildID: "build-id"
        }
    }
}
