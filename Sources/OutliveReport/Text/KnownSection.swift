internal import OutliveModel

extension Page {
    /// How many accepted leaks are shown, each with its entry.
    private static let accepted = 20

    /// What somebody has accepted, and which entries of the list need attention.
    mutating func writeKnownLeaks(_ report: Report) {
        let known = KnownFindings(report)
        guard let headline = known.headline else { return }
        title(headline, report.failsByExpiredLeaks ? .badStrong : .strong)
        if let file = known.review?.file { field("list", file) }
        for finding in known.accepted.prefix(Self.accepted) { writeAccepted(finding, known.victims.of(finding)) }
        let more = known.accepted.count - Self.accepted
        if more > 0 { line(indent: 2, Span("\(ellipsis) \(more) more in the JSON report", .faint)) }
        write(known.concerns, report)
    }

    /// An accepted leak, and why, by whom and until when it is.
    mutating func writeAccepted(_ finding: Finding, _ victims: [Finding]) {
        let name = elided(legible(finding.key.name), to: style.width / 2, .middle, mark: ellipsis)
        let amount = finding.count > 0 ? ": \(finding.count) alive" : ""
        let cause = finding.causeInWords.map { ", \($0)" } ?? ""
        line(
            indent: 2, Span("KNOWN", .faint), Span("  "), Span(name, .strong),
            Span("\(amount) (\(finding.verdict.rawValue))\(cause)"))
        field(finding.tier == .registry ? "registered" : "allocated", finding.origin, indent: 4)
        for cause in finding.traces.dropFirst().compactMap(\.causeInWords) { field("or", cause, indent: 4) }
        for fact in finding.known?.facts ?? [] { field(fact.label, fact.value, indent: 4) }
        if !victims.isEmpty { field("with it", "\(counted(victims.count, "type")) that only it holds", indent: 4) }
        if let fingerprint = finding.fingerprint { field("fingerprint", fingerprint, indent: 4) }
    }

    /// Entries that have expired, are unused, or could not be applied.
    mutating func write(_ concerns: [KnownLeakConcern], _ report: Report) {
        for concern in concerns {
            let isBad = concern.kind == .expired && report.failsByExpiredLeaks
            paragraph(concern.sentence, indent: 2, hanging: 2, ink: isBad ? .bad : .warning)
            if concern.kind != .undecided {
                paragraph("reason: \(oneLine(concern.entry.reason))", indent: 4, ink: .faint)
            }
        }
    }
}
