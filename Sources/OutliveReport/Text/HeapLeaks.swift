internal import OutliveModel

extension Page {
    /// What the heap tier found: a few findings in full, the next in a line each, of the rest the number.
    ///
    /// - Parameters:
    ///   - isFirst: whether nothing stands between these findings and the title.
    ///   - showsKnown: whether known growth is listed.
    ///   - toolchain: the version of Swift of the run, where it is known.
    ///   - runs: how many runs the report is of, where it is a merged one.
    mutating func write(
        _ found: HeapFindings, isFirst: Bool, showsKnown: Bool, toolchain: String?, runs: Int? = nil
    ) {
        var isFirst = isFirst
        for finding in found.inFull {
            separate(&isFirst)
            write(finding, found.victims.of(finding), runs: runs)
        }
        if !found.seenTwice.isEmpty {
            separate(&isFirst)
            line(indent: 2, Span("Seen by the registry, too: held as is told above.", .faint))
            writeBrief(found.seenTwice)
        }
        if !found.further.isEmpty {
            separate(&isFirst)
            line(indent: 2, Span("Leaks as well, each to be mended on its own:", .faint))
            for finding in found.further { writeIndependent(finding) }
        }
        if !found.brief.isEmpty {
            separate(&isFirst)
            if !found.inFull.isEmpty || !found.seenTwice.isEmpty, found.brief[0].verdict == .leak {
                line(indent: 2, Span("Grew as well: what leaks keeps what it refers to.", .faint))
            }
            writeBrief(found.brief)
        }
        if let others = found.othersInWords {
            line(indent: 2, Span("\(ellipsis) \(others), in the JSON report", .faint))
        }
        guard !found.known.isEmpty else { return }
        separate(&isFirst)
        writeKnown(found, isListed: showsKnown, toolchain: toolchain)
    }

    /// Known growth: the number, and where it is listed each with its reason, and the versions that it was seen with.
    mutating func writeKnown(_ found: HeapFindings, isListed: Bool, toolchain: String?) {
        line(indent: 2, Span(found.knownInWords + (isListed ? "" : "; --show-known lists them"), .faint))
        guard isListed else { return }
        for finding in found.known {
            writeBrief([finding], indent: 4)
            if let words = finding.libraryInWords(toolchain: toolchain) { paragraph(words, indent: 6, ink: .faint) }
        }
    }

    /// A leak in a line, or two where it is long: type, how many, what is to blame, fingerprint.
    private mutating func writeIndependent(_ finding: Finding) {
        let name = elided(legible(finding.key.name), to: style.width / 2, .middle, mark: ellipsis)
        let place = finding.trace?.culprit?.location.map { " (\($0))" } ?? ""
        let cause = finding.causeInWords.map { ", \($0)\(place)" } ?? ""
        let fingerprint = finding.fingerprint.map { ", fingerprint \($0)" } ?? ""
        paragraph("\(name): \(finding.aliveInWords)\(cause)\(fingerprint)", indent: 2, hanging: 2)
    }

    /// One line a finding: verdict, type, how many, bytes, place.
    mutating func writeBrief(_ findings: [Finding], indent: Int = 2, showsVerdict: Bool = true) {
        let verdicts = findings.map { showsVerdict && $0.verdict != .expected ? $0.verdict.rawValue + "  " : "" }
        let amounts = findings.map { finding in
            let bytes = finding.bytes.map { ", " + Scale.bytes(Double($0)).text(Double($0)) } ?? ""
            return "\(finding.aliveInWords)\(bytes)"
        }
        let verdictWidth = verdicts.map { columns(of: $0) }.max() ?? 0
        let amountWidth = amounts.map { columns(of: $0) }.max() ?? 0
        let room = style.width - indent - verdictWidth - amountWidth - 4
        let longest = findings.map { columns(of: legible($0.key.name)) }.max() ?? 0
        let nameWidth = min(longest, max(room - 24, room / 2))
        for (index, finding) in findings.enumerated() {
            let name = elided(legible(finding.key.name), to: nameWidth, .middle, mark: ellipsis)
            let place = elided(legible(finding.origin), to: room - nameWidth, .head, mark: ellipsis)
            line(
                indent: indent, Span(padded(verdicts[index], verdictWidth), finding.verdict.ink),
                Span(padded(name, nameWidth) + "  "), Span(aligned(amounts[index], amountWidth) + "  "),
                Span(place, .faint))
        }
    }

    private mutating func separate(_ isFirst: inout Bool) {
        if !isFirst { blank() }
        isFirst = false
    }
}
