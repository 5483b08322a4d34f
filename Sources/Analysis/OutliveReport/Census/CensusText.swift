internal import OutliveModel

extension TextPage {
    /// Writes a census: the totals of each process and its types, the largest only if it is brief.
    mutating func write(_ report: CensusReport, isBrief: Bool) {
        for process in report.processes {
            blank()
            write(process, ending: report.processes.count == 1 ? report.ending : nil, isBrief: isBrief)
        }
        if report.processes.count != 1, let ending = report.ending, ending != .exited(0) {
            blank()
            paragraph("the command \(ending.words)", indent: 0)
        }
        writeNotes(report.notes)
        writeFailures(report.failures)
    }

    private mutating func write(_ process: CensusedProcess, ending: CensusReport.Ending?, isBrief: Bool) {
        let census = process.census
        let table = CensusTable(census, isBrief: isBrief)
        let name = process.executable.split(separator: "/").last.map(String.init) ?? process.executable
        let ended = ending.flatMap { $0 == .exited(0) ? nil : ", which \($0.words)" } ?? ""
        paragraph(
            "\(name) (process \(process.processID)\(ended)) \(census.moment): "
                + "\(counted(census.objects, "live Swift object")), \(bytesText(census.bytes)), "
                + counted(table.count, "type"),
            indent: 0, hanging: 2, ink: .strong)
        if let sampling = census.sampling { paragraph(sampling.words, indent: 2, hanging: 2, ink: .faint) }
        if let allocations = census.allocations {
            for line in allocations.lines { paragraph(line, indent: 2, hanging: 2) }
        }
        writeBesides(
            census.besides(unicode: style.unicode), isIncomplete: census.isIncomplete, reason: census.reason)
        defer { writeCourse(process.course) }
        guard !table.groups.isEmpty else { return }
        let columns = census.columns
        let rows = table.groups.flatMap { group in
            // A single group needs no heading.
            (table.groups.count > 1 ? [AllocationRow(name: group.origin.words)] : [])
                + group.types.map { total in
                    AllocationRow(
                        amounts: columns.map { aligned($0.value(total), $0.width) }.joined() + "  ",
                        name: total.type.description,
                        place: total.site?.place ?? "", isOfType: true)
                }
        }
        let heads = columns.map { aligned($0.head, $0.width) }.joined() + "  "
        write(rows, heads: heads, names: ("type", "most allocated at"))
        if table.left.types > 0 {
            paragraph(
                "\(ellipsis) \(counted(table.left.types, "type")) more, \(bytesText(table.left.bytes)): "
                    + "--report text=FILE lists all, json=FILE with their stacks",
                indent: 2, hanging: 2, ink: .faint)
        }
        if let allocations = census.allocations {
            writeHistograms(sizes: allocations.sizes, ages: allocations.ages, unit: .cycle)
        }
    }
}

extension HeapCensus {
    /// The moment of the census, as the end of a sentence.
    fileprivate var moment: String {
        switch reason {
        case .exit: "at exit"
        case .fatalSignal: "before a fatal signal"
        case .request, .inspection: "now"
        case .core: "in its core file"
        case .signal: "when a signal requested it"
        }
    }

    /// The columns of amounts in the table of types.
    fileprivate var columns: [AmountColumn] {
        let objects = AmountColumn(head: "objects", width: 10) { "\($0.objects)" }
        let bytes = AmountColumn(head: "bytes", width: 10) { bytesText($0.bytes) }
        let allocated = AmountColumn(head: "allocated", width: 12) { bytesText($0.allocated?.bytes ?? 0) }
        guard allocations != nil else { return [objects, bytes] + (sampling == nil ? [] : [allocated]) }
        return [
            AmountColumn(head: "blocks", width: 9) { "\($0.allocated?.objects ?? 0)" },
            AmountColumn(head: "temp.", width: 6) { percentText($0.temporary, of: $0.allocated) },
            AmountColumn(head: "allocated", width: 10) { bytesText($0.allocated?.bytes ?? 0) },
            AmountColumn(head: "at peak", width: 9) { bytesText($0.peak?.bytes ?? 0) },
            AmountColumn(head: "live", width: 9) { bytesText($0.bytes) },
        ]
    }

    fileprivate func besides(unicode: Bool) -> [String] {
        besidesLiveObjects(deinitialised, rawBlocks, rawBytes)
            + (pauseSeconds > 0 ? ["paused for \(timeText(pauseSeconds, unicode: unicode))"] : [])
    }
}

/// A column of the table of types.
private struct AmountColumn {
    var head: String
    var width: Int
    var value: (HeapTypeTotal) -> String
}

/// Returns the share of objects, such as `37 %`.
private func percentText(_ part: HeapAmount?, of whole: HeapAmount?) -> String {
    guard let whole, whole.objects > 0 else { return "" }
    return "\(Int((Double(part?.objects ?? 0) / Double(whole.objects) * 100).rounded())) %"
}

extension HeapAllocations {
    /// The sums, as sentences.
    fileprivate var lines: [String] {
        let temporary = temporary
        let share = percentText(temporary, of: all)
        let early =
            early.objects > 0
            ? "; before it, initialisers of libraries allocated \(counted(early.objects, "block")), "
                + bytesText(early.bytes) : ""
        let lost =
            lost > 0
            ? ["\(counted(lost, "allocation or release", "allocations or releases")) had no room among the counters"]
            : []
        return [
            "\(counted(all.objects, "allocation")), \(bytesText(all.bytes)), \(share) of them temporary (released before "
                + "their thread allocated another block)\(early)",
            "at the peak \(bytesText(peakBytes)) were alive at the same time (as requested, without what malloc adds)",
        ] + lost
    }
}

extension HeapSampling {
    /// The source of the figures, as a sentence.
    fileprivate var words: String {
        let lost = dropped > 0 ? "; \(counted(dropped, "sample")) had no room among the live ones" : ""
        let all = "\(samples) live and \(counted(freedSamples, "freed sample"))"
        return "estimated from \(all), one per \(bytesText(rate))\(lost)"
    }
}

extension CensusReport.Ending {
    fileprivate var words: String {
        switch self {
        case .exited(let status): "exited with \(status)"
        case .signalled(let signal): "was ended by signal \(signal)"
        }
    }
}
