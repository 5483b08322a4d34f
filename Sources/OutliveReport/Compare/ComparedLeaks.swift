internal import OutliveModel

/// The leaks of a comparison, sorted by how they are told.
struct ComparedLeaks {
    /// Those that are to be told one by one: no known ones, and none that only go with others.
    let causes: [ComparedLeak]
    /// Those that are accepted now.
    let known: [ComparedLeak]
    /// Those that only go with others.
    let victims: [ComparedLeak]

    init(_ comparison: ReportComparison) {
        known = comparison.leaks.filter { $0.new?.known != nil }
        let others = comparison.leaks.filter { $0.new?.known == nil }
        victims = others.filter { ($0.new ?? $0.old)?.isVictim == true }
        let independent = others.filter { ($0.new ?? $0.old)?.isVictim != true }
        let registered = Set(independent.filter { $0.tier == .registry && $0.isTraced }.map(\.fingerprint))
        func isTwin(_ leak: ComparedLeak) -> Bool { leak.tier == .heap && registered.contains(leak.fingerprint) }
        seenTwice = independent.filter(isTwin)
        causes = independent.filter { !isTwin($0) }
    }

    /// Those of the heap tier that the registry has by the same trace.
    let seenTwice: [ComparedLeak]

    /// Those that had one change, in the order of the comparison.
    func of(_ change: Change) -> [ComparedLeak] { causes.filter { $0.change == change } }

    /// `1 new, 2 unchanged, 1 fixed, 1 known`; `none` of none.
    var inWords: String {
        var parts = Change.allCases.compactMap { change -> String? in
            let count = of(change).count
            return count > 0 ? "\(count) \(change.words)" : nil
        }
        if !known.isEmpty { parts.append("\(known.count) known") }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }

    /// `3 more only go with these, 2 are seen by the heap tier, too`; nil where there are none.
    var restInWords: String? {
        var parts: [String] = []
        if !victims.isEmpty {
            parts.append("\(victims.count) more only \(victims.count == 1 ? "goes" : "go") with these")
        }
        if !seenTwice.isEmpty {
            parts.append("\(seenTwice.count) \(seenTwice.count == 1 ? "is" : "are") seen by the heap tier, too")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension Change {
    /// In a report.
    var words: String { self == .notCompared ? "not compared" : rawValue }
}

extension ComparedLeak {
    /// `leak`, or `suspect → leak` where that is another one now.
    func verdictInWords(arrow: String = "→") -> String {
        if let old, let new, old.verdict == new.verdict, old.known != nil, new.known == nil {
            return "\(new.verdict.rawValue) (no longer accepted)"
        }
        guard let old, let new, old.verdict != new.verdict else { return (new ?? old)?.verdict.rawValue ?? "" }
        return "\(old.verdict.rawValue) \(arrow) \(new.verdict.rawValue)"
    }

    /// Whether its fingerprint is of a trace.
    fileprivate var isTraced: Bool { culprit != nil }

    /// `72 alive`; `3 → 72 alive` of what both reports have.
    func countInWords(arrow: String = "→") -> String {
        switch (old, new) {
        case (let old?, let new?): "\(old.objects) \(arrow) \(new.objects) alive"
        case (let old?, nil): "\(old.objects) alive then"
        default: "\(new?.objects ?? 0) alive"
        }
    }

    /// `session: 3 → 72 alive, held by Session.onEvent`.
    func brief(arrow: String = "→") -> String {
        let holder = culprit.flatMap { $0 == "over-retain" ? nil : ", held by \(oneLine($0))" } ?? ""
        return "\(oneLine(key.name)): \(countInWords(arrow: arrow))\(holder)"
    }

    /// `registered at NoteService/SessionStore.swift:88, fingerprint 6f1c3a`.
    var place: String {
        let verb = tier == .registry ? "registered" : "allocated"
        return "\(verb) at \(oneLine(key.site.description)), fingerprint \(oneLine(fingerprint))"
    }
}

extension ComparedDifference {
    /// `open descriptors: file /var/log/app.log`.
    var inWords: String { check.words + (subject.isEmpty ? "" : ": \(oneLine(subject))") }
}

extension [ComparedDifference] {
    /// `1 new, 2 unchanged`; `none` of none.
    var inWords: String {
        let parts = Change.allCases.compactMap { change -> String? in
            let count = self.count { $0.change == change }
            return count > 0 ? "\(count) \(change.words)" : nil
        }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}
