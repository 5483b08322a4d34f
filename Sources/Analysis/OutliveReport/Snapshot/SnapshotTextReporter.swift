internal import OutliveModel

/// A snapshot as text.
struct SnapshotTextReporter {
    let style: TextStyle
    /// The number of types and objects listed, or `nil` for all.
    let limit: Int?

    /// Returns the report in UTF-8, ending with a line feed.
    func bytes(for report: SnapshotReport) -> [UInt8] {
        var page = Page(style: style)
        page.write(report.snapshot)
        if let traces = report.traces {
            page.write(traces, report.causes, since: report.growth?.since, pattern: report.pattern, limit: limit)
        } else if let growth = report.growth {
            page.write(growth, limit: limit)
        } else {
            page.write(report.types, pattern: report.pattern, limit: limit)
            page.write(report.largest ?? [], limit: limit)
            page.writeMemory(report.memory ?? [], limit: limit)
        }
        return Array((page.lines.joined(separator: "\n") + "\n").utf8)
    }
}

extension Page {
    fileprivate mutating func write(_ facts: SnapshotFacts) {
        paragraph(
            "\(facts.title): \(counted(facts.objects, "live Swift object")), \(bytes(facts.bytes))",
            indent: 0, hanging: 2, ink: .strong)
        var besides: [String] = []
        if facts.deinitialised > 0 {
            besides.append("\(counted(facts.deinitialised, "object")) deinitialised and kept by unowned references")
        }
        besides.append("\(counted(facts.rawBlocks, "other block")), \(bytes(facts.rawBytes))")
        besides.append(counted(facts.references, "reference"))
        let roots = facts.roots.map { "\($0.count) \($0.kind.rootWords)" }
        besides.append("roots: " + (roots.isEmpty ? "none" : roots.joined(separator: ", ")))
        paragraph(besides.joined(separator: "; "), indent: 2, hanging: 2, ink: .faint)
        if facts.isIncomplete {
            paragraph("memory ran out during the census: objects are missing", indent: 2, ink: .warning)
        }
    }

    fileprivate mutating func write(_ types: [SnapshotType], pattern: String?, limit: Int?) {
        guard !types.isEmpty else { return writeNothing(pattern) }
        blank()
        let shown = types.prefix(limit ?? .max)
        let areRetained = shown.contains { $0.retainedBytes != nil }
        let columns = ["objects", "bytes"] + (areRetained ? ["retained"] : [])
        writeRows(
            heads: columns, names: ("type", "most allocated at"),
            rows: shown.map { type in
                let amounts = ["\(type.objects)", bytes(type.bytes)]
                return Row(
                    amounts: areRetained ? amounts + [bytes(type.retainedBytes ?? type.bytes)] : amounts,
                    name: type.type.description, place: type.site.place)
            })
        writeRest(types.count - shown.count, "type")
    }

    fileprivate mutating func write(_ objects: [SnapshotObject], limit: Int?) {
        guard !objects.isEmpty else { return }
        let shown = objects.prefix(limit ?? .max)
        blank()
        writeRows(
            heads: ["bytes", "retained"], names: ("single object", "allocated at"),
            rows: shown.map { object in
                Row(
                    amounts: [bytes(object.bytes), bytes(object.retainedBytes)],
                    name: object.type?.description ?? "block of memory", place: object.site.place)
            })
    }

    /// Writes a line for each allocation site of blocks that are not Swift objects.
    fileprivate mutating func writeMemory(_ sites: [SnapshotType], limit: Int?) {
        guard !sites.isEmpty else { return }
        let shown = sites.prefix(limit ?? .max)
        blank()
        writeRows(
            heads: ["blocks", "bytes"], names: ("other memory, of", "allocated at"),
            rows: shown.map { site in
                Row(
                    amounts: ["\(site.objects)", bytes(site.bytes)], name: site.site.bestSymbol.map { FunctionName($0.function).brief } ?? site.type.description,
                    place: site.site.place)
            })
        writeRest(sites.count - shown.count, "site")
    }

    /// Writes a line for each type with new or gone objects.
    fileprivate mutating func write(_ growth: SnapshotGrowth, limit: Int?) {
        blank()
        paragraph("since \(growth.since.title):", indent: 0, hanging: 2)
        guard !growth.types.isEmpty else { return line(indent: 2, Span("nothing was created, and nothing was freed")) }
        let shown = growth.types.prefix(limit ?? .max)
        writeRows(
            heads: ["new", "gone", "bytes"], names: ("type", "most allocated at"),
            rows: shown.map { type in
                let amount = Scale.bytes(Double(type.bytes)).text(Double(type.bytes), signed: true)
                return Row(
                    amounts: ["\(type.new)", "\(type.gone)", amount], name: type.type.description,
                    place: type.site.place)
            })
        writeRest(growth.types.count - shown.count, "type")
    }

    /// Writes the leak traces of objects, cause by cause.
    ///
    /// - Parameter earlier: The snapshot before the objects were allocated, or `nil` for all objects.
    fileprivate mutating func write(
        _ traces: [TypeTraces], _ causes: [Cause], since earlier: SnapshotFacts?, pattern: String?, limit: Int?
    ) {
        guard !traces.isEmpty else { return writeNothing(pattern, since: earlier) }
        blank()
        let objects = traces.reduce(0) { boundedSum($0, $1.objects) }
        line(indent: 0, Span("\(counted(objects, "object")), \(counted(causes.count, "cause"))"))
        for (index, cause) in causes.prefix(limit ?? .max).enumerated() {
            blank()
            write(cause, number: index + 1)
        }
        guard let limit, limit < causes.count else { return }
        blank()
        writeRest(causes.count - limit, "cause")
    }

    /// Writes a cause of a snapshot, which has no known growth.
    private mutating func write(_ cause: Cause, number: Int) {
        let head = "\(number)  "
        let indent = columns(of: head)
        let bytes = cause.leader.bytesInWords.map { ", \($0)" } ?? ""
        for (index, part) in wrapped(legible(cause.title + bytes), to: style.width - indent).enumerated() {
            line(indent: index == 0 ? 0 : indent, Span(index == 0 ? head : "", .faint), Span(part, .strong))
        }
        for (index, sentence) in cause.advice.enumerated() {
            paragraph(sentence, indent: indent, ink: index == 0 ? .plain : .warning)
        }
        writeTraces(cause.leader.traces, of: cause.leader.count, indent: indent)
        writeLeaked(cause.leakedBesides, indent: indent, heading: "held with it")
        if cause.leader.fingerprint != nil { field("fingerprint", cause.fingerprint, indent: indent) }
    }

    private mutating func writeNothing(_ pattern: String?, since earlier: SnapshotFacts? = nil) {
        blank()
        let kind = pattern.map { " of type '\($0)'" } ?? ""
        let new = earlier.map { " is new since \($0.title)" } ?? ""
        paragraph("no live Swift object\(kind)\(new)", indent: 0, hanging: 2)
    }

    private mutating func writeRest(_ count: Int, _ noun: String) {
        guard count > 0 else { return }
        paragraph(
            "\(ellipsis) \(counted(count, noun)) more: --top N lists more, --report json=FILE all", indent: 2,
            hanging: 2, ink: .faint)
    }

    private struct Row {
        var amounts: [String]
        var name: String
        var place: String
    }

    private mutating func writeRows(heads: [String], names: (String, String), rows: [Row]) {
        let widths = heads.indices.map { place in
            rows.reduce(columns(of: heads[place])) { max($0, columns(of: $1.amounts[place])) }
        }
        func written(_ amounts: [String]) -> String {
            zip(amounts, widths).map { aligned($0, $1) + "  " }.joined()
        }
        // Names take the columns they need, but leave three eighths of the line to allocation sites.
        let room = style.width - 2 - widths.reduce(0) { $0 + $1 + 2 } - 2
        let longest = rows.map { columns(of: legible($0.name)) }.max() ?? 0
        let nameWidth = min(max(longest, columns(of: names.0)), room * 5 / 8)
        line(
            indent: 2, Span(written(heads), .faint), Span(padded(names.0, nameWidth) + "  " + names.1, .faint))
        for row in rows {
            let name = elided(legible(row.name), to: nameWidth, .middle, mark: ellipsis)
            line(
                indent: 2, Span(written(row.amounts)), Span(padded(name, nameWidth) + "  "),
                Span(elided(legible(row.place), to: room - nameWidth, .head, mark: ellipsis), .faint))
        }
    }

    private func bytes(_ count: Int) -> String { Scale.bytes(Double(count)).text(Double(count)) }
}

extension SnapshotFacts {
    fileprivate var title: String {
        let name = executable.split(separator: "/").last.map(String.init) ?? "a process"
        return "\(name) (process \(processID)) at \(utc(seconds: time))"
    }
}

extension TraceStep.Kind {
    fileprivate var rootWords: String {
        switch self {
        case .global: "in globals"
        case .stack: "on stacks"
        case .threadLocal: "in thread-locals"
        default: "in other memory"
        }
    }
}
