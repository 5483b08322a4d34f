internal import OutliveModel

/// The causes of a comparison, accepted ones apart.
struct ComparedLeaks {
    /// Those that are not accepted.
    let causes: [ComparedLeak]
    /// Those that are accepted now.
    let known: [ComparedLeak]

    init(_ comparison: ReportComparison) {
        known = comparison.leaks.filter { $0.new?.known != nil }
        causes = comparison.leaks.filter { $0.new?.known == nil }
    }

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

    /// The name of the cause, as reports have it: of the suspect reference, or else of what leaks.
    var name: String { oneLine(culprit ?? key.name) }

    /// `72 alive`; `3 → 72 alive` of what both reports have.
    func countInWords(arrow: String = "→") -> String {
        switch (old, new) {
        case (let old?, let new?): "\(old.amount) \(arrow) \(new.amountInWords)"
        case (let old?, nil): "\(old.amountInWords) then"
        default: new?.amountInWords ?? "0 alive"
        }
    }

    /// `Session.onEvent keeps session: 3 → 72 alive`.
    func brief(arrow: String = "→") -> String {
        let leaked = "\(oneLine(key.name)): \(countInWords(arrow: arrow))"
        guard let culprit else { return leaked }
        if culprit == "over-retain" { return "over-retain of \(leaked)" }
        return "\(name) \((new ?? old)?.unit == .bytes ? "grows:" : "keeps") \(leaked)"
    }

    /// `registered at NoteService/SessionStore.swift:88, fingerprint 6f1c3a`.
    var place: String {
        "\(tier.made) at \(oneLine(key.site.description)), fingerprint \(oneLine(fingerprint))"
    }
}

extension SeenLeak {
    /// `72 alive`, `3 blocks`, `storage of 4.6 kB`.
    fileprivate var amountInWords: String { unit.inWords(objects) }

    /// The same without a noun: `72`, `4.6 kB`.
    fileprivate var amount: String {
        unit == .bytes ? Scale.bytes(Double(objects)).text(Double(objects)) : "\(objects)"
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
