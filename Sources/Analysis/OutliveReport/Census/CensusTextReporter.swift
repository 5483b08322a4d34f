internal import OutliveModel

/// A census as text: the totals of each process and its largest types.
struct CensusTextReporter {
    let style: TextStyle
    /// The number of types listed for each process, or `nil` for all.
    let types: CensusTypeLimit?

    /// Returns the report in UTF-8, ending with a line feed.
    func bytes(for report: CensusReport) -> [UInt8] {
        var page = Page(style: style)
        for process in report.processes {
            page.blank()
            page.write(process, ending: report.processes.count == 1 ? report.ending : nil, limit: types)
        }
        if report.processes.count != 1, let ending = report.ending, ending != .exited(0) {
            page.blank()
            page.paragraph("the command \(ending.words)", indent: 0)
        }
        page.writeFailures(report.failures)
        return Array((page.lines.joined(separator: "\n") + "\n").utf8)
    }
}

extension Page {
    fileprivate mutating func write(_ process: CensusedProcess, ending: CensusReport.Ending?, limit: CensusTypeLimit?) {
        let census = process.census
        let table = CensusTable(census, limit: limit)
        let name = process.executable.split(separator: "/").last.map(String.init) ?? process.executable
        let ended = ending.flatMap { $0 == .exited(0) ? nil : ", which \($0.words)" } ?? ""
        paragraph(
            "\(name) (process \(process.processID)\(ended)) \(census.moment): "
                + "\(counted(census.objects, "live Swift object")), \(bytes(census.bytes)), "
                + counted(table.count, "type"),
            indent: 0, hanging: 2, ink: .strong)
        paragraph(census.besides(style: style).joined(separator: "; "), indent: 2, hanging: 2, ink: .faint)
        if census.isIncomplete {
            paragraph("memory ran out during the census: objects are missing", indent: 2, ink: .warning)
        }
        guard !table.groups.isEmpty else { return }
        write(table)
        if table.left.types > 0 {
            paragraph(
                "\(ellipsis) \(counted(table.left.types, "type")) more, \(bytes(table.left.bytes)): "
                    + "--report text=FILE lists all, json=FILE with their stacks",
                indent: 2, hanging: 2, ink: .faint)
        }
    }

    private mutating func write(_ table: CensusTable) {
        let amounts = [10, 10]
        // Names take the columns they need, but leave three eighths of the line to allocation sites.
        let room = style.width - 2 - amounts.reduce(0, +) - 4
        let all = table.groups.flatMap(\.types)
        let longest = all.map { columns(of: legible($0.type.description)) }.max() ?? 0
        let nameWidth = min(max(longest, 4), room * 5 / 8)
        line(
            indent: 2,
            Span(aligned("objects", amounts[0]) + aligned("bytes", amounts[1]) + "  ", .faint),
            Span(padded("type", nameWidth) + "  most allocated at", .faint))
        for group in table.groups {
            // A single group needs no heading.
            if table.groups.count > 1 { line(indent: 2, Span(group.origin.words, .strong)) }
            for total in group.types {
                let name = elided(legible(total.type.description), to: nameWidth, .middle, mark: ellipsis)
                let place = legible(total.sites.first?.backtrace.place ?? "")
                line(
                    indent: 2,
                    Span(aligned("\(total.objects)", amounts[0]) + aligned(bytes(total.bytes), amounts[1]) + "  "),
                    Span(padded(name, nameWidth) + "  "),
                    Span(elided(place, to: room - nameWidth, .head, mark: ellipsis), .faint))
            }
        }
    }

    private func bytes(_ count: Int) -> String { Scale.bytes(Double(count)).text(Double(count)) }
}

extension HeapCensus {
    /// The moment of the census, as the end of a sentence.
    fileprivate var moment: String {
        switch reason {
        case .exit: "at exit"
        case .fatalSignal: "before a fatal signal"
        case .request: "now"
        case .signal: "when a signal requested it"
        }
    }

    /// The other contents of the heap, and the cost of the census.
    fileprivate func besides(style: TextStyle) -> [String] {
        var parts: [String] = []
        if deinitialised > 0 {
            parts.append("\(counted(deinitialised, "object")) deinitialised and kept by unowned references")
        }
        let raw = Double(rawBytes)
        parts.append("\(counted(rawBlocks, "other block")), \(Scale.bytes(raw).text(raw))")
        if pauseSeconds > 0 {
            parts.append("paused for \(Scale.seconds(pauseSeconds, unicode: style.unicode).text(pauseSeconds))")
        }
        return parts
    }
}

extension CensusReport.Ending {
    /// The end of the process, as a predicate of its name.
    fileprivate var words: String {
        switch self {
        case .exited(let status): "exited with \(status)"
        case .signalled(let signal): "was ended by signal \(signal)"
        }
    }
}
