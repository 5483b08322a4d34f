internal import OutliveModel

extension Page {
    private static let accepted = 20

    /// Writes the accepted leaks, and the entries of the list that need attention.
    mutating func writeKnownLeaks(_ report: Report) {
        let known = KnownFindings(report)
        guard let headline = known.headline else { return }
        title(headline, report.failsByExpiredLeaks ? .badStrong : .strong)
        if let file = known.review?.file { field("list", file) }
        for cause in known.accepted.prefix(Self.accepted) { writeAccepted(cause) }
        let more = known.accepted.count - Self.accepted
        if more > 0 { line(indent: 2, Span("\(ellipsis) \(more) more in the JSON report", .faint)) }
        write(known.concerns, report)
    }

    /// Writes an accepted cause with the reason, owner and last day of its entry.
    mutating func writeAccepted(_ cause: Cause) {
        let finding = cause.leader
        let title = "\(cause.title) (\(cause.verdict.rawValue))"
        for (index, part) in wrapped(legible(title), to: style.width - 9).enumerated() {
            line(indent: 2, Span(index == 0 ? "KNOWN  " : "       ", .faint), Span(part, .strong))
        }
        field(finding.tier.made, finding.origin, indent: 4)
        for other in finding.traces.dropFirst().compactMap(\.causeInWords) { field("or", other, indent: 4) }
        for fact in finding.known?.facts ?? [] { field(fact.label, fact.value, indent: 4) }
        let besides = cause.leakedBesides.count
        if besides > 0 { field("with it", counted(besides, "more type"), indent: 4) }
        field("fingerprint", cause.fingerprint, indent: 4)
    }

    /// Writes the entries that have expired, are unused, or could not be applied.
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
