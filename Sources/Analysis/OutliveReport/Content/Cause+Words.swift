package import OutliveModel

extension Cause {
    /// The maximum width of a type name in a title, in columns.
    private static let nameColumns = 160

    /// The cause in one line: `Session.onEvent keeps 72 session`, or `session: 72 alive` without a suspect reference.
    package var title: String {
        guard let culprit else { return "\(leakedName): \(leader.amountInWords)" }
        let isDoubtful = culprit.doubt != nil
        if culprit.isRetain { return "\(isDoubtful ? "probably an " : "")over-retain of \(quantity)" }
        let suspect = elided(oneLine(culprit.name), to: Self.nameColumns, .middle)
        if leader.trace?.shape == .unheld { return "\(suspect)\(isDoubtful ? ", probably" : ""): \(quantity)" }
        let verb = leader.unit == .bytes ? "grows:" : "keeps"
        return "\(suspect) \(isDoubtful ? "probably " : "")\(verb) \(quantity)"
    }

    /// The number of leaked objects: `72 session`, or `8 of 10 session` if other references keep the rest.
    private var quantity: String {
        let ways = leader.traces.withCommonCulprits
        guard ways.count > 1, leader.occurrences.isEmpty, leader.unit == .objects, ways[0].objects < leader.count else {
            return leader.quantity(of: leakedName)
        }
        return "\(ways[0].objects) of \(leader.quantity(of: leakedName))"
    }

    /// The title, and the site where the objects were registered or allocated.
    package var brief: String { "\(title), \(leader.tier.made) at \(leader.origin)" }

    /// The name of the leaked type, shortened in the middle if it is long.
    var leakedName: String { elided(oneLine(leader.key.name), to: Self.nameColumns, .middle) }

    /// The fix and the reasons for doubt, a sentence each. For a finding that is no leak, the meaning of its verdict.
    var advice: [String] {
        guard leader.isComplaint else { return [leader.hint(settled: leader.lateTime)] }
        let doubt = culprit?.doubt.map { "Probably: \(oneLine($0))" }
        let caveat = verdict == .suspect ? leader.hint(settled: nil) : nil
        let slowing = isSlowing ? "Growth slows down: probably a cache that is still filling." : nil
        return [elided(oneLine(hint), to: 400, .middle), doubt, caveat, slowing].compactMap(\.self)
    }

    /// The bytes of everything that leaks: `12.3 kB, 1.23 kB more with every cycle`, or `nil` if no bytes are known.
    var bytesInWords: String? {
        let all = max(leaked.reduce(0) { boundedSum($0, $1.bytes) }, leader.retainedBytes ?? 0)
        guard all > 0 else { return nil }
        let each = bytesPerCycle
        return Scale.bytes(Double(all)).text(Double(all))
            + (each > 0 ? ", \(Scale.bytes(Double(each)).text(Double(each))) more with every cycle" : "")
    }

    /// The types that leak besides the one of the leading finding.
    var leakedBesides: [LeakedType] { Array(leaked.dropFirst()) }

    /// `true` if both tiers found the cause.
    var isInBothTiers: Bool { Set(findings.map(\.tier)).count > 1 }

    /// Returns the place of the suspect reference in the checkout, or else of the registration or allocation.
    ///
    /// - Parameter root: The absolute path of the checkout.
    func place(in root: String) -> CheckoutPlace? {
        leader.culpritPlace(in: root) ?? findings.lazy.compactMap { $0.place(in: root) }.first
    }
}

extension LeakedType {
    /// The number of leaked objects and their bytes: `40 alive, 1.28 kB`.
    var amountInWords: String {
        guard unit != .bytes else { return storageInWords(bytes) }
        return unit.inWords(objects) + (bytes > 0 ? ", \(Scale.bytes(Double(bytes)).text(Double(bytes)))" : "")
    }

    /// The site of registration or allocation: `NoteService/Session.swift:31`, or an empty text if no line is known.
    var place: String { site.map { "\(oneLine($0.file)):\($0.line)" } ?? "" }

    /// The row in one line: `NoteService.Content: 40 alive, 1.28 kB, at NoteService/Session.swift:31`.
    var brief: String {
        let name = elided(oneLine(type), to: 160, .middle)
        return "\(name): \(amountInWords)" + (site == nil ? "" : ", at \(place)")
    }
}

extension LiveUnit {
    /// Returns an amount with this unit: `72 alive`, `3 blocks`, `storage of 4.6 kB`.
    func inWords(_ count: Int) -> String {
        switch self {
        case .objects: "\(count) alive"
        case .blocks: counted(count, "block")
        case .bytes: storageInWords(count)
        }
    }
}

private func storageInWords(_ bytes: Int) -> String { "storage of \(Scale.bytes(Double(bytes)).text(Double(bytes)))" }

extension Finding {
    /// Returns the amount with a noun: `72 session`, `3 blocks of raw memory`, `storage of 4.6 kB`.
    ///
    /// In a merged report the number of runs follows.
    func quantity(of name: String) -> String {
        let words =
            switch unit {
            case .objects: "\(count) \(name)"
            case .blocks: "\(counted(count, "block")) of \(name)"
            case .bytes: storageInWords(count)
            }
        return words + runsInWords
    }
}

extension [Cause] {
    /// The total of all causes, in parentheses: ` (36 objects, 11.2 kB per cycle)`. Empty without any cause.
    var extentInWords: String {
        let rows = flatMap(\.leaked)
        func sum(_ unit: LiveUnit) -> Int {
            rows.reduce(0) { $1.unit == unit ? boundedSum($0, $1.objects) : $0 }
        }
        let amounts: [(count: Int, noun: String)] = [
            (sum(.objects), "object"), (sum(.blocks), "block"), (sum(.bytes), "growing container"),
        ]
        let each = reduce(0) { boundedSum($0, $1.bytesPerCycle) }
        let parts =
            amounts.filter { $0.count > 0 }.map { counted($0.count, $0.noun) }
            + (each > 0 ? ["\(Scale.bytes(Double(each)).text(Double(each))) per cycle"] : [])
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }
}
