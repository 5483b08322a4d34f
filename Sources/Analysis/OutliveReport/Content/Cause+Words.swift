package import OutliveModel

/// The maximum width of a type name in a title or a row, in columns.
private let nameColumns = 160

extension Cause {
    /// The cause in one line: `Session.onEvent keeps 72 session`, or `session: 72 alive` without a suspect reference.
    ///
    /// The title of a worker's cause begins with the worker's name: `app import: Session.onEvent keeps 72 session`.
    package var title: String { (worker.map { "\(elided(oneLine($0), to: 60, .middle)): " } ?? "") + ownTitle }

    /// The cause in one line, without the worker that shows it.
    private var ownTitle: String {
        guard let culprit else { return "\(leakedName): \(leader.words(of: amountInUnit))" }
        let isDoubtful = culprit.doubt != nil
        if let tasks = culprit.tasks, leader.key.type == HeapType.task.description {
            let name = elided(oneLine(culprit.name), to: nameColumns, .middle)
            return "\(name)\(isDoubtful ? ", probably" : ""): \(tasks.amount(objects, of: culprit.name))\(rate)"
        }
        if culprit.isRetain { return "\(isDoubtful ? "probably an " : "")over-retain of \(quantity)" }
        let suspect = elided(oneLine(culprit.name), to: nameColumns, .middle)
        if leader.trace?.shape == .unheld { return "\(suspect)\(isDoubtful ? ", probably" : ""): \(quantity)" }
        let verb = leader.unit == .bytes ? "grows:" : "keeps"
        return "\(suspect) \(isDoubtful ? "probably " : "")\(verb) \(quantity)"
    }

    /// The mean growth of the leading finding: `, 42 more with every cycle`, or an empty text if it is unknown.
    private var rate: String {
        let measured = leader.live.dropFirst(max(leader.warmup, 0))
        guard leader.occurrences.isEmpty, measured.count > 1, let first = measured.first, let last = measured.last,
            case let (difference, overflow) = last.subtractingReportingOverflow(first), !overflow
        else { return "" }
        let perCycle = (Double(difference) / Double(measured.count - 1)).rounded()
        return perCycle >= 1 ? ", \(Int(perCycle)) more with every \(leader.round)" : ""
    }

    /// The number of leaked objects: `72 session`, or `8 of 10 session` if other references keep the rest.
    ///
    /// A cycle keeps each of its objects, whatever else refers to some of them. A tenth of the objects may have other
    /// paths by chance.
    private var quantity: String {
        let ways = leader.traces.withCommonSuspects
        guard ways.count > 1, leader.occurrences.isEmpty, leader.unit == .objects, ways[0].shape != .cycle,
            objects == leader.count, ways[0].objects < objects - objects / 10
        else { return leader.quantity(amountInUnit, of: leakedName) }
        return "\(ways[0].objects) of \(leader.quantity(amountInUnit, of: leakedName))"
    }

    /// The title, and the site where the objects were registered or allocated.
    package var brief: String { title + (leader.knownOrigin.map { ", \(leader.made) at \($0)" } ?? "") }
    /// The label of the leaked type or the name of the component, shortened in the middle if it is long.
    var leakedName: String { elided(oneLine(leader.label ?? leader.key.name), to: nameColumns, .middle) }

    /// The name of the leaked type with its modules, or `nil` if the title has it.
    var wholeType: String? {
        let key = leader.key
        return key.type == key.name && oneLine(key.name) == leakedName ? nil : key.type
    }

    /// The fix and the reasons for doubt, a sentence each. For a finding that is no leak, the meaning of its verdict.
    var advice: [String] {
        guard leader.isLeakOrSuspect else { return [leader.hint()] }
        let doubt = culprit?.doubt.map { "Probably: \(oneLine($0))" }
        let caveat = verdict == .suspect ? leader.hint() : nil
        let filling =
            isSlowing
            ? "Growth slows down: probably a cache that is still filling. \(leader.wayToFill)"
            : leader.mayBeFilling ? "If it has a bound, it may still be filling. \(leader.wayToFill)" : nil
        return [elided(oneLine(hint), to: 400, .middle), doubt, caveat, filling].compactMap(\.self)
    }

    /// The bytes of everything that leaks, or `nil` if they are not known.
    var sizeDescription: String? { bytes.map(bytesText) }

    /// The bytes of everything that leaks, and what leaks with it, or `nil` if nothing is known.
    ///
    /// For example `12.3 kB, 1.23 kB and 12 threads more with every cycle`.
    var bytesDescription: String? {
        guard bytes != nil || !inStep.isEmpty else { return nil }
        let rates =
            (bytesPerCycle > 0 ? [bytesText(bytesPerCycle)] : [])
            + inStep.map { "\($0.amountDescription) \($0.metric.words)" }
        let all = bytes.map(bytesText) ?? "of unknown number"
        return all + (rates.isEmpty ? "" : ", \(rates.joined(separator: " and ")) more with every \(leader.round)")
    }

    /// The types that leak besides the one of the leading finding.
    var leakedBesides: [LeakedType] { Array(leaked.dropFirst()) }
    /// The names of the arms that show the cause: `template, truncate`, or `nil` in a run of one trigger.
    var armsDescription: String? {
        let arms = Set(findings.flatMap { $0.arms ?? [] })
        return arms.isEmpty ? nil : arms.map(\.words).sorted().joined(separator: ", ")
    }
    var isInBothTiers: Bool { Set(findings.map(\.tier)).count > 1 }
}

extension Finding {
    /// `true` if a store that removes nothing yet keeps the objects, as one does that has a bound and is not full.
    fileprivate var mayBeFilling: Bool {
        // A single snapshot shows no course.
        tier == .heap && live.count != 1 && trace?.culprit?.pattern == .storeWithoutEviction
    }
}

extension LeakedType {
    /// The number of leaked objects and their bytes: `40 alive, 1.28 kB`.
    var amount: String {
        guard unit != .bytes else { return unit.description(of: bytes) }
        return unit.description(of: objects) + (bytes > 0 ? ", \(bytesText(bytes))" : "")
    }

    /// The label of the type, or `nil` for the name of a component.
    var label: String? {
        let type = HeapType(described: type)
        return type.kind != .object || type.module != nil ? type.label : nil
    }

    /// The site of registration or allocation: `NoteService/Session.swift:31`, or an empty text if no line is known.
    var place: String { site.map { "\(oneLine($0.file)):\($0.line)" } ?? "" }

    /// The row in one line: `NoteService.Content: 40 alive, 1.28 kB, at NoteService/Session.swift:31`.
    var brief: String {
        "\(elided(oneLine(type), to: nameColumns, .middle)): \(amount)" + (site == nil ? "" : ", at \(place)")
    }
}

extension [Cause] {
    /// The total of all causes, in parentheses: ` (36 objects, 11.2 kB per cycle)`. Empty without any cause.
    var extentDescription: String {
        let rows = flatMap(\.leaked)
        let nouns: [(unit: LiveUnit, noun: String)] = [
            (.objects, "object"), (.blocks, "block"), (.bytes, "growing container"),
        ]
        var parts = nouns.compactMap { unit, noun in
            let count = rows.reduce(0) { $1.unit == unit ? boundedSum($0, $1.objects) : $0 }
            return count > 0 ? counted(count, noun) : nil
        }
        if contains(where: \.leader.isOfTests) {
            let bytes = compactMap(\.bytes).reduce(0, boundedSum)
            if bytes > 0 { parts.append(bytesText(bytes)) }
        } else if bytesPerCycle > 0 {
            parts.append("\(bytesText(bytesPerCycle)) per cycle")
        }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    /// The bytes that all fixes free for each measured cycle.
    var bytesPerCycle: Int { reduce(0) { boundedSum($0, $1.bytesPerCycle) } }
}
