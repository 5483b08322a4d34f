internal import OutliveModel

extension Page {
    /// The maximum number of causes in full, of causes in one line, and of types that leak with a cause.
    private static let causes = 10
    private static let briefCauses = 40
    private static let leakedTypes = 8

    /// Writes the causes, the most important first, then the other findings.
    ///
    /// - Parameter showsKnown: `true` to list known growth of libraries.
    mutating func writeLeaks(_ report: Report, showsKnown: Bool) {
        let causes = report.causes
        let other: Ink = report.failingFindings.isEmpty ? .strong : .badStrong
        title("Leaks: \(report.leaksHeadline)", report.isKnownToLeaveNothing ? .goodStrong : other)
        for (index, cause) in causes.prefix(Self.causes).enumerated() {
            if index > 0 { blank() }
            write(cause, number: index + 1, runs: report.runs)
        }
        let brief = causes.enumerated().dropFirst(Self.causes).prefix(Self.briefCauses)
        if !brief.isEmpty { blank() }
        for (index, cause) in brief {
            paragraph("\(index + 1)  \(cause.brief), fingerprint \(cause.fingerprint)", indent: 2, hanging: 4)
        }
        let more = causes.count - Self.causes - Self.briefCauses
        if more > 0 { line(indent: 2, Span("\(ellipsis) \(counted(more, "more cause")) in the JSON report", .faint)) }
        write(
            UncausedFindings(report.findings), isFirst: causes.isEmpty, showsKnown: showsKnown,
            toolchain: report.toolchain)
    }

    /// Writes a cause in full.
    ///
    /// - Parameters:
    ///   - number: The number in the report, or `nil` for a quote in another format.
    ///   - runs: The number of merged runs, or `nil` for a single run.
    mutating func write(_ cause: Cause, number: Int? = nil, runs: Int? = nil) {
        let head = number.map { "\($0)  " } ?? ""
        let verdict = cause.verdict.rawValue.uppercased()
        let indent = 2 + columns(of: head)
        let hanging = columns(of: verdict) + 2
        for (index, part) in wrapped(legible(cause.title), to: style.width - indent - hanging).enumerated() {
            if index == 0 {
                line(indent: 2, Span(head, .faint), Span(verdict, cause.verdict.ink), Span("  "), Span(part, .strong))
            } else {
                line(indent: indent + hanging, Span(part, .strong))
            }
        }
        writeDetails(of: cause, runs: runs, indent: indent)
    }

    /// Writes the details of a cause: the fix, the leak traces, the evidence, and the types that leak with it.
    mutating func writeDetails(of cause: Cause, runs: Int? = nil, indent: Int = 2) {
        let finding = cause.leader
        for (index, sentence) in cause.advice.enumerated() {
            paragraph(sentence, indent: indent, ink: index == 0 ? .plain : .warning)
        }
        writeTraces(finding.traces, of: finding.countInRun, indent: indent)
        if let seen = finding.seenInWords(of: runs) { field("seen in", seen, indent: indent) }
        if finding.key.type != finding.key.name || oneLine(finding.key.name) != cause.leakedName {
            field("type", finding.key.type, indent: indent)
        }
        field(finding.tier.made, finding.origin, indent: indent)
        if cause.isInBothTiers { field("seen by", "the registry and the heap tier", indent: indent) }
        if let bytes = cause.bytesInWords { field("bytes", bytes, indent: indent) }
        if let births = finding.birthsInWords { field("born", births, indent: indent) }
        if finding.live.contains(where: { $0 > 0 }) {
            field("by \(finding.tier.round)", finding.seriesInWords(mark: ellipsis), indent: indent)
        }
        if let time = lateTime(finding) {
            field("late", "others were released while settling, the last after \(time)", indent: indent)
        }
        if let retainCount = finding.retainCount {
            field("references", "\(retainCount) strong at the last check, a hint only", indent: indent)
        }
        writeLeaked(cause.leakedBesides, indent: indent)
        writeStack(finding.backtrace, indent: indent)
        field("fingerprint", cause.fingerprint, indent: indent)
    }

    /// Writes a line for each type that leaks with the objects of the leading finding.
    mutating func writeLeaked(_ rows: [LeakedType], indent: Int, heading: String = "leaks with it") {
        guard !rows.isEmpty else { return }
        line(indent: indent, Span(heading, .faint))
        writeBriefRows(
            rows.prefix(Self.leakedTypes).map { BriefRow(name: $0.type, amount: $0.amountInWords, place: $0.place) },
            indent: indent + 2)
        let more = rows.count - Self.leakedTypes
        if more > 0 {
            line(
                indent: indent + 2, Span("\(ellipsis) and \(counted(more, "type")) more, in the JSON report", .faint))
        }
    }

    func lateTime(_ finding: Finding) -> String? {
        finding.lateSeconds.map { Scale.seconds($0, unicode: style.unicode).text($0) }
    }
}

extension Verdict {
    var ink: Ink {
        switch self {
        case .leak: .badStrong
        case .suspect, .retained: .warning
        case .late, .expected: .faint
        }
    }
}
