internal import OutliveModel

/// What the heap tier found, sorted by how much of it a reader wants to see.
///
/// A leaking object drags its strings, arrays and closures along, and each of their types has a finding. So the
/// program's own types come first, and the others only in brief.
struct HeapFindings {
    /// How many findings are shown in full, and how many in a line each.
    static let mostInFull = 5
    static let mostBrief = 8

    /// The ones that somebody has to look at, the program's own types first.
    let inFull: [Finding]
    /// Those that go with these.
    let goneWithThem: [Finding]
    /// Leaks that the registry has, too, by the same trace: they are told in full there.
    let seenTwice: [Finding]
    /// Other leaks that are to be mended on their own, all of them.
    let further: [Finding]
    /// The next ones.
    let brief: [Finding]
    /// Those that are left, of which only the number is told.
    let others: [Finding]
    /// Growth that is by design of a library, with its reason; not what somebody accepted, see `KnownFindings`.
    let known: [Finding]
    /// Leaks of types that the program declares, and those that something else is to blame for; of all types where there
    /// are none.
    let leaks: [Finding]
    /// The other leaks.
    let draggedAlong: [Finding]
    /// Which of them go with others: these are told of there.
    let victims: Victims

    /// Sorts the findings of the heap tier; those of the registry are left out, and those that are accepted.
    init(_ findings: [Finding]) {
        let findings = findings.filter { $0.known == nil }
        let heap = findings.filter { $0.tier == .heap }
        known = heap.filter { $0.verdict == .expected }
        let origins = TypeOrigins(heap.map(\.backtrace))
        let victims = Victims(heap)
        self.victims = victims
        // Stable, so that within one origin the order of the report stays.
        let ranked = heap.filter { $0.verdict != .expected }.enumerated().map { index, finding in
            // What a leak drags along makes it the program's, too.
            let origin = ([finding] + victims.of(finding)).lazy
                .map { origins.origin(of: HeapType(described: $0.key.type)) }.min()
            return (finding: finding, index: index, origin: origin ?? .platform)
        }.sorted { first, second in
            (first.finding.verdict.rank, first.origin, first.index)
                < (second.finding.verdict.rank, second.origin, second.index)
        }
        let grown = ranked.filter { $0.finding.verdict == .leak }
        let causes = grown.filter { !victims.contains($0.finding) }
        // Without a trace nobody knows whether an object of a library is one of those that go with the program's.
        let own = causes.filter { $0.origin == .program || $0.finding.trace?.culprit != nil }
        let leaks = own.isEmpty ? causes : own
        self.leaks = leaks.map(\.finding)
        draggedAlong = grown.filter { entry in !leaks.contains { $0.index == entry.index } }.map(\.finding)
        // What is bounded is told in brief; and beside types of the program, what grew with them.
        let pressing = ranked.filter { entry in
            (entry.finding.verdict == .leak || entry.finding.verdict == .suspect) && !victims.contains(entry.finding)
        }
        let registered = Set(
            findings.lazy.filter { $0.tier == .registry && $0.verdict == .leak && $0.trace != nil }
                .compactMap(\.fingerprint))
        let seen = pressing.filter { $0.finding.fingerprint.map(registered.contains) ?? false }
        let unseen = pressing.filter { entry in !seen.contains { $0.index == entry.index } }
        let hasOwn = pressing.contains { $0.origin == .program }
        let chosen = (hasOwn ? unseen.filter { $0.origin == .program } : unseen).prefix(Self.mostInFull)
        seenTwice = seen.map(\.finding)
        inFull = chosen.map(\.finding)
        goneWithThem = inFull.flatMap(victims.of)
        let told = Set(inFull + goneWithThem + seenTwice)
        let untold = ranked.map(\.finding).filter { !told.contains($0) }
        let independent = Set(leaks.map(\.finding))
        func isFurther(_ finding: Finding) -> Bool { finding.trace != nil && independent.contains(finding) }
        further = untold.filter(isFurther)
        let rest = untold.filter { !isFurther($0) }
        brief = Array(rest.prefix(Self.mostBrief))
        others = Array(rest.dropFirst(Self.mostBrief))
    }

    /// All that are neither shown in full nor leaks of their own.
    var inBrief: [Finding] { goneWithThem + seenTwice + brief + others }

    /// `2 leaks (20 objects, 2 fingerprints) and 14 types that grew with them`.
    var leaksInWords: String { leaksInWords(extent: true) }

    /// The leaks in words.
    ///
    /// - Parameter extent: whether it is told how many objects they are.
    func leaksInWords(extent: Bool) -> String {
        let leaks = counted(leaks.count, "leak") + (extent ? extentInWords(leaks) : "")
        guard !draggedAlong.isEmpty else { return leaks }
        let pronoun = self.leaks.count == 1 ? "it" : "them"
        return "\(leaks) and \(counted(draggedAlong.count, "type")) that grew with \(pronoun)"
    }

    /// `3 kinds of known growth of libraries`.
    var knownInWords: String {
        known.count == 1 ? "1 kind of known growth of libraries" : "\(known.count) kinds of known growth of libraries"
    }

    /// `and 14 types more, of which 12 grew`; nil where none are left.
    var othersInWords: String? {
        guard !others.isEmpty else { return nil }
        let grew = others.count { $0.verdict == .leak }
        let share = grew == others.count ? " that grew" : grew == 0 ? "" : ", of which \(grew) grew"
        return "and \(counted(others.count, "type")) more\(share)"
    }
}

extension Finding {
    /// How many bytes each measured cycle added; nil where the number is bounded or not known.
    var bytesPerCycle: Int? {
        guard let bytes, verdict == .leak || verdict == .suspect, live.count > warmup else { return nil }
        return bytes / (live.count - warmup)
    }

    /// `4.61 kB, 64 B more with every cycle`.
    var bytesInWords: String? {
        guard let bytes else { return nil }
        let all = Scale.bytes(Double(bytes)).text(Double(bytes))
        guard let each = bytesPerCycle, each > 0 else { return all }
        return "\(all), \(Scale.bytes(Double(each)).text(Double(each))) more with every cycle"
    }
}
