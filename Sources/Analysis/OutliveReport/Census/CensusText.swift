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
        writeBesides(
            census.besides(unicode: style.unicode), isIncomplete: census.isIncomplete, reason: census.reason)
        guard !table.groups.isEmpty else { return }
        func amounts(_ objects: String, _ bytes: String, _ allocated: String) -> String {
            aligned(objects, 10) + aligned(bytes, 10) + (census.sampling == nil ? "" : aligned(allocated, 12)) + "  "
        }
        let rows = table.groups.flatMap { group in
            // A single group needs no heading.
            (table.groups.count > 1 ? [AllocationRow(name: group.origin.words)] : [])
                + group.types.map { total in
                    AllocationRow(
                        amounts: amounts(
                            "\(total.objects)", bytesText(total.bytes), bytesText(total.allocated?.bytes ?? 0)),
                        name: total.type.description,
                        place: total.site?.place ?? "")
                }
        }
        write(rows, heads: amounts("objects", "bytes", "allocated"), names: ("type", "most allocated at"))
        if table.left.types > 0 {
            paragraph(
                "\(ellipsis) \(counted(table.left.types, "type")) more, \(bytesText(table.left.bytes)): "
                    + "--report text=FILE lists all, json=FILE with their stacks",
                indent: 2, hanging: 2, ink: .faint)
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

    fileprivate func besides(unicode: Bool) -> [String] {
        besidesLiveObjects(deinitialised, rawBlocks, rawBytes)
            + (pauseSeconds > 0 ? ["paused for \(timeText(pauseSeconds, unicode: unicode))"] : [])
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
