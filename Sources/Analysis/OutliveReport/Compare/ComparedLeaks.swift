internal import OutliveModel

/// The causes of a comparison, without and with an accepting entry.
struct ComparedLeaks {
    /// The causes that are not accepted.
    let causes: [ComparedLeak]
    /// The causes that the later report accepts as known leaks.
    let known: [ComparedLeak]

    init(_ comparison: ReportComparison) {
        known = comparison.leaks.filter { $0.new?.known != nil }
        causes = comparison.leaks.filter { $0.new?.known == nil }
    }

    /// Returns the unaccepted causes with a given change, in the order of the comparison.
    func of(_ change: Change) -> [ComparedLeak] { causes.filter { $0.change == change } }

    /// The number of causes by change: `1 new, 2 unchanged, 1 fixed, 1 known`, or `none`.
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
    /// The name of the change in a report.
    var words: String { self == .notCompared ? "not compared" : rawValue }
}

extension ComparedLeak {
    /// Returns the verdict: `leak`, or `suspect → leak` if it changed.
    func verdictInWords(arrow: String = "→") -> String {
        if let old, let new, old.verdict == new.verdict, old.known != nil, new.known == nil {
            return "\(new.verdict.rawValue) (no longer accepted)"
        }
        guard let old, let new, old.verdict != new.verdict else { return (new ?? old)?.verdict.rawValue ?? "" }
        return "\(old.verdict.rawValue) \(arrow) \(new.verdict.rawValue)"
    }

    /// The name of the suspect reference, or else of the leaked type.
    var name: String { oneLine(culprit ?? key.name) }

    /// Returns the number of live objects: `72 alive`, or `3 → 72 alive` if both reports have the cause.
    func countInWords(arrow: String = "→") -> String {
        switch (old, new) {
        case (let old?, let new?): "\(old.amount) \(arrow) \(new.amountInWords)"
        case (let old?, nil): "\(old.amountInWords) then"
        default: new?.amountInWords ?? "0 alive"
        }
    }

    /// Returns the cause in one line: `Session.onEvent keeps session: 3 → 72 alive`.
    func brief(arrow: String = "→") -> String {
        let leaked = "\(oneLine(key.name)): \(countInWords(arrow: arrow))"
        guard let culprit else { return leaked }
        if culprit == "over-retain" { return "over-retain of \(leaked)" }
        return "\(name) \((new ?? old)?.unit == .bytes ? "grows:" : "keeps") \(leaked)"
    }

    /// The site and the fingerprint: `registered at NoteService/SessionStore.swift:88, fingerprint 6f1c3a`.
    var place: String {
        "\(tier.made) at \(oneLine(key.site.description)), fingerprint \(oneLine(fingerprint))"
    }
}

extension ReportedLeak {
    /// The amount with its unit: `72 alive`, `3 blocks`, `storage of 4.6 kB`.
    fileprivate var amountInWords: String { unit.inWords(objects) }

    /// The amount without a noun: `72`, `4.6 kB`.
    fileprivate var amount: String {
        unit == .bytes ? Scale.bytes(Double(objects)).text(Double(objects)) : "\(objects)"
    }
}

extension ComparedDifference {
    /// The check and its subject: `open descriptors: file /var/log/app.log`.
    var inWords: String { check.words + (subject.isEmpty ? "" : ": \(oneLine(subject))") }
}

extension [ComparedDifference] {
    /// The number of differences by change: `1 new, 2 unchanged`, or `none`.
    var inWords: String {
        let parts = Change.allCases.compactMap { change -> String? in
            let count = self.count { $0.change == change }
            return count > 0 ? "\(count) \(change.words)" : nil
        }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}
