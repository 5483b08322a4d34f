internal import OutliveModel

extension Page {
    /// A line with a name, an amount and a place.
    struct BriefRow {
        var verdict: Verdict?
        var name: String
        var amount: String
        var place: String
    }

    /// Writes the findings without a cause: those of the registry with explanations, and some of the heap tier.
    ///
    /// - Parameters:
    ///   - isFirst: `true` if no other findings precede them.
    ///   - showsKnown: `true` to list known growth.
    ///   - toolchain: The version of Swift of the run, if known.
    mutating func write(_ others: UncausedFindings, isFirst: Bool, showsKnown: Bool, toolchain: String?) {
        if !isFirst, !others.registered.isEmpty || !others.heap.isEmpty { blank() }
        for finding in others.registered {
            writeBrief([finding])
            paragraph(finding.hint(settled: lateTime(finding)), indent: 4, ink: .faint)
        }
        writeBrief(Array(others.heap.prefix(UncausedFindings.most)))
        let more = others.heap.count - UncausedFindings.most
        if more > 0 {
            line(indent: 2, Span("\(ellipsis) and \(counted(more, "type")) more, in the JSON report", .faint))
        }
        guard !others.libraryGrowth.isEmpty else { return }
        if !isFirst || !others.registered.isEmpty || !others.heap.isEmpty { blank() }
        writeLibraryGrowth(others, isListed: showsKnown, toolchain: toolchain)
    }

    /// Writes the amount of known growth or, on request, a list with reasons and versions.
    mutating func writeLibraryGrowth(_ others: UncausedFindings, isListed: Bool, toolchain: String?) {
        line(indent: 2, Span(others.libraryGrowthInWords + (isListed ? "" : "; --show-known lists them"), .faint))
        guard isListed else { return }
        for finding in others.libraryGrowth {
            writeBrief([finding], indent: 4)
            if let words = finding.libraryInWords(toolchain: toolchain) { paragraph(words, indent: 6, ink: .faint) }
        }
    }

    /// Writes a line for each finding, with verdict, type, amount, bytes and site.
    mutating func writeBrief(_ findings: [Finding], indent: Int = 2) {
        writeBriefRows(
            findings.map { finding in
                let bytes = finding.unit == .bytes ? nil : finding.bytesInWords
                return BriefRow(
                    verdict: finding.verdict == .expected && finding.tier == .heap ? nil : finding.verdict,
                    name: finding.key.name,
                    amount: [finding.verdict == .late ? nil : finding.amountInWords, bytes].compactMap(\.self)
                        .joined(separator: ", "), place: finding.origin)
            }, indent: indent)
    }

    /// Writes rows in columns, with long names and places shortened.
    mutating func writeBriefRows(_ rows: [BriefRow], indent: Int) {
        let verdicts = rows.map { $0.verdict.map { $0.rawValue + "  " } ?? "" }
        let verdictWidth = verdicts.map { columns(of: $0) }.max() ?? 0
        let amountWidth = rows.map { columns(of: $0.amount) }.max() ?? 0
        let room = style.width - indent - verdictWidth - amountWidth - 4
        let longest = rows.map { columns(of: legible($0.name)) }.max() ?? 0
        let nameWidth = min(longest, max(room - 24, room / 2))
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
