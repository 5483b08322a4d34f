internal import OutliveModel
internal import OutliveSupport

extension TextPage {
    /// Writes the use of memory: the verdict, the parts of the last look, and all looks if there are several.
    mutating func write(_ report: MemoryReport, isBrief: Bool) {
        guard let last = report.looks.last else { return }
        let name = last.executable.split(separator: "/").last.map(String.init) ?? report.target
        let estimated = last.isMeasured ? "resident" : "resident, estimated from the contents of the core file"
        paragraph(
            "\(name) (process \(last.processID)) at \(utc(seconds: last.time)): \(bytesText(last.resident)) "
                + "\(estimated), \(counted(last.threads, "thread"))",
            indent: 0, hanging: 2, ink: .strong)
        let besides = [
            last.peak > 0 ? "\(bytesText(last.peak)) at the peak" : nil,
            last.isMeasured ? "\(bytesText(last.swapped)) swapped out" : nil,
            last.isMeasured ? "\(bytesText(last.pageTables)) of page tables besides" : nil,
        ].compactMap(\.self)
        if !besides.isEmpty { paragraph(besides.joined(separator: "; "), indent: 2, hanging: 2, ink: .faint) }
        blank()
        write(report.verdict)
        blank()
        write(last, isBrief: isBrief)
        if report.looks.count > 1 { write(report.looks) }
        write(report.savings, limit: isBrief ? 5 : .max, more: "--report text=FILE lists all")
        writeNotes(report.notes)
    }

    private mutating func write(_ verdict: MemoryVerdict) {
        let ink: Ink = verdict.kind == .none ? .good : verdict.kind == .leak ? .bad : .warning
        paragraph(verdict.words.capitalizedFirst, indent: 0, hanging: 2, ink: ink)
        for evidence in verdict.evidence { paragraph(evidence.words, indent: 2, hanging: 2) }
        for action in verdict.actions { field(arrow, action.words, gap: 3) }
    }

    /// Writes the parts with their items; if it is brief, only the largest that take a hundredth of the memory.
    private mutating func write(_ memory: MemoryBreakdown, isBrief: Bool) {
        func amounts(_ bytes: String, _ share: String) -> String { aligned(bytes, 8) + aligned(share, 6) + "  " }
        let all = max(memory.resident, 1)
        let rows = memory.parts.flatMap { part in
            let first = AllocationRow(
                amounts: amounts(bytesText(part.bytes), shareText(part.bytes, of: all)),
                name: part.kind.words(isAllocatorKnown: memory.hasAllocator), place: part.countWords)
            // A single item without a name of its own repeats the part.
            let isDivided = part.items.count > 1 || part.items.contains { $0.name != part.kind.unnamed }
            let large = part.items.prefix { !isBrief || $0.bytes > all / 100 }
            let shown = isDivided ? large.prefix(isBrief ? 5 : .max) : []
            return [first]
                + shown.map { item in
                    AllocationRow(
                        amounts: amounts(bytesText(item.bytes), ""), name: "  " + item.shortName(of: part.kind),
                        place: item.words(of: part.kind))
                } + Self.rest(part, shown.count, ellipsis, amounts)
        }
        write(rows, heads: amounts("bytes", "share"), names: ("part", "contents"))
        line(indent: 2, Span(amounts(bytesText(memory.resident), "100 %"), .strong), Span("sum", .strong))
    }

    private static func rest(
        _ part: MemoryPart, _ shown: Int, _ ellipsis: String, _ amounts: (String, String) -> String
    ) -> [AllocationRow] {
        guard shown > 0, part.items.count > shown else { return [] }
        let bytes = part.items.dropFirst(shown).reduce(0) { boundedSum($0, $1.bytes) }
        return [
            AllocationRow(
                amounts: amounts(bytesText(bytes), ""), name: "  \(ellipsis) \(part.items.count - shown) more",
                place: "")
        ]
    }

    private mutating func write(_ looks: [MemoryBreakdown]) {
        let kinds: [(String, (MemoryBreakdown) -> Int)] = [
            ("resident", \.resident), ("live", \.live), ("kept free", \.kept), ("stacks", { $0[.stacks] }),
            ("files", { look in MemoryPart.Kind.ofFiles.reduce(0) { boundedSum($0, look[$1]) } }),
            ("other", { $0[.other] }),
        ]
        blank()
        let start = looks[0].time
        let rows = looks.map { look in
            TextRow(cells: ["+\(Int((look.time - start).rounded())) s"] + kinds.map { bytesText($0.1(look)) })
        }
        table(
            [TextRow(cells: ["time"] + kinds.map(\.0), ink: .faint)] + rows,
            widths: [8] + kinds.map { _ in 11 }, indent: 2)
    }
}

extension MemoryPart {
    fileprivate var countWords: String {
        guard let count, count > 0 else { return "" }
        return switch kind {
        case .objects: counted(count, "object")
        case .blocks, .caches: counted(count, "block")
        case .free, .top: counted(count, "piece")
        case .fragments: counted(count, "page")
        case .stacks: counted(count, "stack")
        case .variables, .changedFiles, .code, .files, .sharedMemory: counted(count, "file")
        case .headers, .heapTier, .other, .kernel: ""
        }
    }
}

extension MemoryItem {
    /// The name in a table: of a path the last part.
    fileprivate func shortName(of kind: MemoryPart.Kind) -> String {
        guard MemoryPart.Kind.ofFiles.contains(kind) else { return name }
        return name.split(separator: "/").last.map(String.init) ?? name
    }

    fileprivate func words(of kind: MemoryPart.Kind) -> String {
        guard kind == .objects || kind == .blocks else { return counted(count, "mapping") }
        let pinned = pins > 0 ? ", \(pins) pin \(bytesText(pinned)) free" : ""
        return "\(count)\(pinned)"
    }
}

extension MemoryPart.Kind {
    /// The parts whose items are named by a file.
    fileprivate static let ofFiles: [Self] = [.variables, .changedFiles, .code, .files, .sharedMemory]

    /// The name of an unknown item.
    fileprivate var unnamed: String? { self == .blocks ? MemoryItem.unknownSite : nil }
}
