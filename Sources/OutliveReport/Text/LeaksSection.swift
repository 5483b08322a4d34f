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
            HeapFindings(report.findings), isFirst: registered.isEmpty, showsKnown: showsKnown, runs: report.runs)
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
        if finding.live.contains(where: { $0 > 0 }) { field("by \(finding.tier.round)", series(finding), indent: 4) }
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

    /// The live objects after each reset: `1 2 3 4 5 6 7 8 … 47 48 49 50`.
    private func series(_ finding: Finding) -> String {
        let live = finding.live
        let shown =
            live.count <= 14
            ? live.map(String.init)
            : live.prefix(8).map(String.init) + [ellipsis] + live.suffix(4).map(String.init)
        return shown.joined(separator: " ") + (finding.warmup > 0 ? " (first \(finding.warmup): warm-up)" : "")
    }

    private func lateTime(_ finding: Finding) -> String? {
        finding.lateSeconds.map { Scale.seconds($0, unicode: style.unicode).text($0) }
    }
}

extension Tier {
    /// What the findings of a tier are counted over: the heap tier's cycles need no reset.
    fileprivate var round: String { self == .registry ? "reset" : "cycle" }
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

extension Finding {
    /// What to do about it, in a sentence.
    fileprivate func hint(settled: String?) -> String {
        tier == .registry ? registryHint(settled: settled) : heapHint
    }

    private var heapHint: String {
        switch verdict {
        case .leak:
            return cause(of: "Every cycle leaves more")
                ?? "Every cycle leaves more: find what refers to it, and let go."
        case .suspect: return "Every cycle leaves more; only stacks tell whether a library keeps it: see --frames."
        case .retained: return "Bounded, perhaps a cache: their number does not grow with the cycles."
        case .late: return "Let go of while settling: not a leak, nothing to do."
        case .expected:
            if case .process(let reason) = key.lifetime { return "Known growth: \(oneLine(reason))" }
            return "Known growth."
        }
    }

    private func registryHint(settled: String?) -> String {
        switch verdict {
        case .leak:
            return cause(of: "Every reset leaves more")
                ?? "Every reset leaves more: find who refers to it and let go in teardown."
        case .suspect: return "Too few resets to tell a leak from a cache: run more pairs or a soak."
        case .retained: return "Bounded, perhaps a cache. If meant to stay, track it with .process(reason:)."
        case .late: return "Let go of while settling, after \(settled ?? "some time"): not a leak, nothing to do."
        case .expected:
            if case .process(let reason) = key.lifetime { return "Meant to stay: \(oneLine(reason))" }
            return "Meant to stay."
        }
    }

    /// What happens and why, where that is known; see `causeInWords`.
    private func cause(of effect: String) -> String? {
        causeInWords.map { "\(effect), \($0)." }
    }

    /// `50 in generations 1-50, the oldest outlived 50 resets`.
    fileprivate var birthsInWords: String? {
        guard let first = births.first?.generation, let last = births.last?.generation else { return nil }
        // The series has a number for every generation that ended; what is born in a cycle is to end with the next.
        let age = max(live.count - first + (tier == .registry ? 1 : 0), 1)
        let noun = tier == .registry ? "generation" : "cycle"
        let range = first == last ? "\(noun) \(first)" : "\(noun)s \(first)-\(last)"
        let oldest = first == last ? "outlived" : "the oldest outlived"
        return "\(countInRun) in \(range), \(oldest) \(OutliveReport.counted(age, tier.round))"
    }
}
