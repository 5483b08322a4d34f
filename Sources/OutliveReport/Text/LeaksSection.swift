internal import OutliveModel

extension Page {
    /// How many findings are shown in full.
    private static let findings = 20

    /// What outlived the resets, worst first, with what is known of each.
    ///
    /// - Parameter showsKnown: whether known growth of libraries is listed.
    mutating func writeLeaks(_ report: Report, showsKnown: Bool) {
        let other: Ink = report.failingFindings.isEmpty ? .strong : .badStrong
        title("Leaks: \(report.leaksHeadline)", report.isKnownToLeaveNothing ? .goodStrong : other)
        let victims = Victims(report.findings)
        let registered = report.registeredCauses
        for (index, finding) in registered.prefix(Self.findings).enumerated() {
            if index > 0 { blank() }
            write(finding, victims.of(finding), runs: report.runs)
        }
        let more = registered.count - Self.findings
        if more > 0 {
            blank()
            line(indent: 2, Span("\(ellipsis) \(counted(more, "more finding")) in the JSON report", .faint))
        }
        write(
            HeapFindings(report.findings), isFirst: registered.isEmpty, showsKnown: showsKnown,
            toolchain: report.toolchain, runs: report.runs)
    }

    /// One finding in full.
    ///
    /// - Parameters:
    ///   - victims: the findings that go with it.
    ///   - runs: how many runs the report is of, where it is a merged one.
    mutating func write(_ finding: Finding, _ victims: [Finding], runs: Int? = nil) {
        let verdict = finding.verdict.rawValue.uppercased()
        let count = finding.count > 0 ? ": \(finding.aliveInWords)" : ""
        let room = style.width - 2 - columns(of: verdict) - 2 - columns(of: count)
        let name = elided(legible(finding.key.name), to: room, .middle, mark: ellipsis)
        line(indent: 2, Span(verdict, finding.verdict.ink), Span("  "), Span(name, .strong), Span(count))
        paragraph(finding.hint(settled: lateTime(finding)), indent: 4)
        if let seen = finding.seenInWords(of: runs) { field("seen in", seen, indent: 4) }
        // What was cut out of a long name may be what tells it from others.
        if finding.key.type != finding.key.name || name != legible(finding.key.name) {
            field("type", finding.key.type, indent: 4)
        }
        field(finding.tier == .registry ? "registered" : "allocated", finding.origin, indent: 4)
        if let bytes = finding.bytesInWords { field("bytes", bytes, indent: 4) }
        if let retained = finding.retainedInWords { field("retained", retained, indent: 4) }
        if let births = finding.birthsInWords { field("born", births, indent: 4) }
        if finding.live.contains(where: { $0 > 0 }) {
            field("by \(finding.tier.round)", finding.seriesInWords(mark: ellipsis), indent: 4)
        }
        if finding.verdict != .late, let time = lateTime(finding) {
            field("late", "others were let go of while settling, the last after \(time)", indent: 4)
        }
        if let retainCount = finding.retainCount {
            field("references", "\(retainCount) strong when last looked at, a hint only", indent: 4)
        }
        writeTraces(finding.traces, of: finding.countInRun)
        writeVictims(victims)
        if finding.verdict != .expected, finding.verdict != .late { writeStack(finding.backtrace) }
        if let fingerprint = finding.fingerprint { field("fingerprint", fingerprint, indent: 4) }
    }

    private func lateTime(_ finding: Finding) -> String? {
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
