internal import OutliveModel

extension TextPage {
    /// The maximum number of causes in full, of causes in one line, of types that leak with a cause, of bounded types,
    /// and of accepted causes.
    private static let causes = 10
    private static let briefCauses = 40
    private static let leakedTypes = 8
    static let boundedTypes = 8
    private static let accepted = 20

    /// Writes the causes, the most important first, then the other findings.
    mutating func writeLeaks(_ shown: Presentation) {
        let causes = shown.causes
        let ink: Ink = shown.hasFailingFindings ? .badStrong : .strong
        title("Leaks: \(shown.leaksHeadline)", shown.isLeakFree ? .goodStrong : ink)
        for (index, cause) in causes.prefix(Self.causes).enumerated() {
            if index > 0 { blank() }
            write(cause, number: index + 1, runs: shown.mergedRuns)
        }
        let brief = causes.enumerated().dropFirst(Self.causes).prefix(Self.briefCauses)
        if !brief.isEmpty { blank() }
        for (index, cause) in brief {
            paragraph("\(index + 1)  \(cause.brief), fingerprint \(cause.fingerprint)", indent: 2, hanging: 4)
        }
        writeMore(causes.count - Self.causes - Self.briefCauses, "cause")
        writeOthers(shown)
    }

    /// Writes a cause in full.
    mutating func write(_ cause: Cause, number: Int? = nil, runs: [Shard]? = nil) {
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
    mutating func writeDetails(of cause: Cause, runs: [Shard]? = nil, indent: Int = 2) {
        let finding = cause.leader
        writeAdvice(of: cause, indent: indent)
        writeTraces(finding.traces, of: finding.countInRun, indent: indent)
        func field(_ label: String, _ value: String?) {
            // A run of tests has a label that is wider than the column.
            let gap = columns(of: label) < 12 ? 12 : columns(of: label) + 2
            if let value { self.field(label, value, indent: indent, gap: gap) }
        }
        for (index, line) in cause.testLines.enumerated() { field(index == 0 ? cause.testsLabel : "", line) }
        field("by route", cause.routesDescription)
        field("seen in", finding.occurrencesDescription(of: runs))
        field("since", finding.historyDescription(in: runs))
        field("seen in arm", cause.armsDescription)
        field("type", cause.wholeType)
        field(finding.made, finding.knownOrigin)
        field("seen by", cause.isInBothTiers ? "the registry and the heap tier" : nil)
        field("bytes", cause.bytesDescription)
        field("born", finding.birthsDescription)
        if finding.live.contains(where: { $0 > 0 }) {
            field("by \(finding.round)", finding.seriesDescription(mark: ellipsis))
        }
        let late = finding.lateTime(unicode: style.unicode)
        field("late", late.map { "others were released while settling, the last after \($0)" })
        field("references", finding.retainCount.map { "\($0) strong at the last check, a hint only" })
        writeLeaked(cause.leakedBesides, indent: indent)
        writeStack(finding.backtrace, indent: indent)
        field("fingerprint", cause.fingerprint)
    }

    /// Writes the fix of a cause and the reasons for doubt.
    mutating func writeAdvice(of cause: Cause, indent: Int) {
        for (index, sentence) in cause.advice.enumerated() {
            paragraph(sentence, indent: indent, ink: index == 0 ? .plain : .warning)
        }
    }

    /// Writes a line for each type that leaks with the objects of the leading finding.
    mutating func writeLeaked(_ rows: [LeakedType], indent: Int, heading: String = "leaks with it") {
        guard !rows.isEmpty else { return }
        line(indent: indent, Span(heading, .faint))
        writeBriefRows(
            rows.prefix(Self.leakedTypes).map {
                BriefRow(name: $0.type, amount: $0.amount, place: $0.place, label: $0.label)
            },
            indent: indent + 2)
        writeMoreTypes(rows.count - Self.leakedTypes, indent: indent + 2)
    }

    private mutating func writeMoreTypes(_ count: Int, indent: Int = 2) {
        guard count > 0 else { return }
        line(indent: indent, Span("\(ellipsis) and \(counted(count, "type")) more, in the JSON report", .faint))
    }
}

extension Verdict {
    fileprivate var ink: Ink {
        switch self {
        case .leak: .badStrong
        case .suspect, .filling, .retained: .warning
        case .late, .expected: .faint
        }
    }
}

// MARK: - Findings without a cause

extension TextPage {
    /// A line with a name, an amount and a place.
    private struct BriefRow {
        var verdict: Verdict?
        var name: String
        var amount: String
        var place: String
        /// The label for a name that has no room; `nil` for a name that a program chose.
        var label: String?
    }

    /// Writes what needs no fix: stores that fill and findings of the registry with explanations, and some of the heap
    /// tier.
    private mutating func writeOthers(_ shown: Presentation) {
        for (index, cause) in shown.filling.prefix(Self.causes).enumerated() {
            if index > 0 || !shown.causes.isEmpty { blank() }
            write(cause, runs: shown.mergedRuns)
        }
        writeMore(shown.filling.count - Self.causes, "store")
        let isEmpty = shown.registered.isEmpty && shown.bounded.isEmpty
        if !shown.causes.isEmpty || !shown.filling.isEmpty, !isEmpty { blank() }
        for finding in shown.registered { writeBrief(finding) }
        writeBrief(Array(shown.bounded.prefix(Self.boundedTypes)))
        writeMoreTypes(shown.bounded.count - Self.boundedTypes)
        guard !shown.libraryGrowth.isEmpty else { return }
        if !shown.causes.isEmpty || !shown.filling.isEmpty || !isEmpty { blank() }
        writeLibraryGrowth(shown, isListed: shown.options.showsKnown)
    }

    /// Writes the amount of known growth or, on request, a list with reasons and versions.
    mutating func writeLibraryGrowth(_ shown: Presentation, isListed: Bool) {
        let words = shown.libraryGrowthDescription + (isListed ? "" : "; --show-known lists them")
        line(indent: 2, Span(words, .faint))
        guard isListed else { return }
        for finding in shown.libraryGrowth {
            writeBrief([finding], indent: 4)
            if let reason = finding.libraryReason(toolchain: shown.report.toolchain) {
                paragraph(reason, indent: 6, ink: .faint)
            }
        }
    }

    /// Writes a finding with the meaning of its verdict.
    mutating func writeBrief(_ finding: Finding) {
        writeBrief([finding])
        paragraph(finding.hint(unicode: style.unicode), indent: 4, ink: .faint)
    }

    /// Writes a line for each finding, with verdict, type, amount, bytes and site.
    mutating func writeBrief(_ findings: [Finding], indent: Int = 2) {
        let rows = findings.map { finding in
            let bytes = finding.unit == .bytes ? nil : finding.bytesDescription
            let amounts = [finding.verdict == .late ? nil : finding.amount, bytes].compactMap(\.self)
            return BriefRow(
                verdict: finding.verdict == .expected && finding.tier == .heap ? nil : finding.verdict,
                name: finding.key.name, amount: amounts.joined(separator: ", "), place: finding.origin,
                label: finding.label)
        }
        writeBriefRows(rows, indent: indent)
    }

    private func labelled(_ rows: [BriefRow]) -> [BriefRow] {
        // Two types of one name keep what distinguishes them.
        let labels = TypeLabels(rows.lazy.filter { $0.label != nil }.map { HeapType(described: $0.name) })
        return rows.map { row in
            var row = row
            if row.label != nil { row.name = labels.label(of: HeapType(described: row.name)) }
            return row
        }
    }

    /// Writes rows in columns, with long names and places shortened.
    private mutating func writeBriefRows(_ rows: [BriefRow], indent: Int) {
        let verdicts = rows.map { $0.verdict.map { $0.rawValue + "  " } ?? "" }
        let verdictWidth = verdicts.map { columns(of: $0) }.max() ?? 0
        let amountWidth = rows.map { columns(of: $0.amount) }.max() ?? 0
        let room = style.width - indent - verdictWidth - amountWidth - 4
        let limit = max(room - 24, room / 2)
        let rows = rows.contains { columns(of: legible($0.name)) > limit } ? labelled(rows) : rows
        let longest = rows.map { columns(of: legible($0.name)) }.max() ?? 0
        let nameWidth = min(longest, limit)
        for (row, verdict) in zip(rows, verdicts) {
            let name = elided(legible(row.name), to: nameWidth, .middle, mark: ellipsis)
            let place = elided(legible(row.place), to: room - nameWidth, .head, mark: ellipsis)
            line(
                indent: indent, Span(padded(verdict, verdictWidth), row.verdict?.ink ?? .plain),
                Span(padded(name, nameWidth) + "  "), Span(aligned(row.amount, amountWidth) + "  "),
                Span(place, .faint))
        }
    }
}

// MARK: - Known leaks

extension TextPage {
    /// Writes the accepted leaks, and the entries of the list that need attention.
    mutating func writeKnownLeaks(_ shown: Presentation) {
        guard let headline = shown.knownHeadline else { return }
        title(headline, shown.report.failsByExpiredLeaks ? .badStrong : .strong)
        if let file = shown.report.known?.file { field("list", file) }
        for cause in shown.accepted.prefix(Self.accepted) { writeAccepted(cause) }
        writeMore(shown.accepted.count - Self.accepted)
        for concern in shown.concerns {
            paragraph(concern.sentence, indent: 2, hanging: 2, ink: shown.fails(concern) ? .bad : .warning)
            if concern.kind != .undecided {
                paragraph("reason: \(oneLine(concern.entry.reason))", indent: 4, ink: .faint)
            }
        }
    }

    /// Writes an accepted cause with the reason, owner and last day of its entry.
    mutating func writeAccepted(_ cause: Cause) {
        let finding = cause.leader
        field("KNOWN", "\(cause.title) (\(cause.verdict.rawValue))", gap: 7, ink: .strong)
        if let origin = finding.knownOrigin { field(finding.made, origin, indent: 4) }
        for other in finding.traces.dropFirst().compactMap(\.causeDescription) { field("or", other, indent: 4) }
        for (index, line) in cause.testLines.enumerated() {
            field(index == 0 ? cause.testsLabel : "", line, indent: 4)
        }
        for fact in finding.known?.facts ?? [] { field(fact.label, fact.value, indent: 4) }
        let besides = cause.leakedBesides.count
        if besides > 0 { field("with it", counted(besides, "more type"), indent: 4) }
        field("fingerprint", cause.fingerprint, indent: 4)
    }
}
