internal import OutliveModel
internal import OutliveSupport

extension TextPage {
    /// Writes a snapshot: its leak traces, or its growth, or its types and objects.
    mutating func write(_ report: SnapshotReport, limit: Int) {
        write(report.snapshot)
        if report.traces != nil {
            writeTraces(of: report, limit: limit)
        } else if let growth = report.growth {
            write(growth, limit: limit)
        } else if let groups = report.groups, !groups.isEmpty {
            write(groups, limit: limit)
        } else if report.types.isEmpty {
            writeNothing(report.pattern)
            writeObjects(in: report, limit: limit)
        } else {
            write(report.types, limit: limit)
            writeObjects(in: report, limit: limit)
        }
        write(report.savings, limit: max(limit / 4, 1), more: "--top N lists more, --report json=FILE all")
        writeNotes(report.notes)
    }

    /// Writes the leak traces of a report that has them.
    mutating func writeTraces(of report: SnapshotReport, limit: Int) {
        write(
            report.traces ?? [], report.causes, since: report.growth?.since, pattern: report.pattern, limit: limit)
    }

    private mutating func write(_ facts: SnapshotFacts) {
        paragraph(
            "\(facts.title): \(counted(facts.objects, "live Swift object")), \(bytesText(facts.bytes))",
            indent: 0, hanging: 2, ink: .strong)
        let roots = facts.roots.map { "\(grouped($0.count)) \($0.kind.rootWords)" }
        let besides = [
            counted(facts.references, "reference"),
            "roots: " + (roots.isEmpty ? "none" : roots.joined(separator: ", ")),
        ]
        writeBesides(
            besidesLiveObjects(facts.deinitialised, facts.rawBlocks, facts.rawBytes) + besides,
            isIncomplete: facts.isIncomplete, reason: facts.reason)
    }

    /// Writes types as a table with one line each.
    mutating func write(_ types: [SnapshotType], limit: Int) {
        let areRetained = types.prefix(limit).contains { $0.retainedBytes != nil }
        blank()
        writeRows(types, limit, heads: ["objects", "bytes"] + (areRetained ? ["retained"] : []), noun: "type") { type in
            (
                [grouped(type.objects), bytesText(type.bytes)]
                    + (areRetained ? [bytesText(type.retainedBytes ?? type.bytes)] : []),
                type.type.description, type.site
            )
        }
    }

    private mutating func write(_ groups: [SnapshotGroup], limit: Int) {
        blank()
        writeRows(
            groups, limit, heads: ["objects", "bytes", "retained", "types"], names: ("group", ""), noun: "group"
        ) { group in
            (
                [
                    grouped(group.objects), bytesText(group.bytes), bytesText(group.retainedBytes),
                    grouped(group.types),
                ],
                group.name, Backtrace()
            )
        }
    }

    /// Writes single objects, then the allocation sites of blocks that are not Swift objects.
    private mutating func writeObjects(in report: SnapshotReport, limit: Int) {
        if let objects = report.largest, !objects.isEmpty {
            blank()
            writeRows(
                objects, limit, heads: ["bytes", "retained", "address"], names: ("single object", "allocated at"),
                noun: nil
            ) { object in
                let name = object.type?.description ?? "block of memory"
                return ([bytesText(object.bytes), bytesText(object.retainedBytes), object.address], name, object.site)
            }
        }
        if let sites = report.memory, !sites.isEmpty {
            blank()
            writeRows(
                sites, limit, heads: ["blocks", "bytes"], names: (Self.otherMemory, "allocated at"), noun: "site"
            ) { site in
                let function = site.site.bestSymbol.map { FunctionName($0.function).brief }
                return ([grouped(site.objects), bytesText(site.bytes)], function ?? site.type.description, site.site)
            }
        }
    }

    private mutating func write(_ growth: SnapshotGrowth, limit: Int) {
        blank()
        paragraph("since \(growth.since.title):", indent: 0, hanging: 2)
        guard !growth.types.isEmpty else { return line(indent: 2, Span("nothing was created, and nothing was freed")) }
        writeRows(growth.types, limit, heads: ["new", "gone", "bytes"], noun: "type") { type in
            let amount = Scale.bytes(Double(type.bytes)).text(Double(type.bytes), signed: true)
            return ([grouped(type.new), grouped(type.gone), amount], type.type.description, type.site)
        }
    }

    private mutating func write(
        _ traces: [TypeTraces], _ causes: [Cause], since earlier: SnapshotFacts?, pattern: String?, limit: Int
    ) {
        guard !traces.isEmpty else { return writeNothing(pattern, since: earlier) }
        blank()
        let objects = traces.reduce(0) { boundedSum($0, $1.objects) }
        line(indent: 0, Span("\(counted(objects, "object")), \(counted(causes.count, "cause"))"))
        for (index, cause) in causes.prefix(limit).enumerated() {
            blank()
            writeOfSnapshot(cause, number: index + 1)
        }
        guard limit < causes.count else { return }
        blank()
        writeRest(causes.count - limit, "cause")
    }

    /// Writes a cause of a snapshot, which has no known growth.
    private mutating func writeOfSnapshot(_ cause: Cause, number: Int) {
        let bytes = cause.sizeDescription.map { ", \($0)" } ?? ""
        let indent = numbered(number, cause.title + bytes)
        writeAdvice(of: cause, indent: indent)
        writeTraces(cause.leader.traces, of: cause.leader.count, indent: indent)
        if let type = cause.wholeType { field("type", type, indent: indent) }
        writeLeaked(cause.leakedBesides, indent: indent, heading: "held with it")
        if cause.leader.fingerprint != nil { field("fingerprint", cause.fingerprint, indent: indent) }
    }

    private mutating func writeNothing(_ pattern: String?, since earlier: SnapshotFacts? = nil) {
        blank()
        let kind = pattern.map { " of type '\($0)'" } ?? ""
        let new = earlier.map { " is new since \($0.title)" } ?? ""
        paragraph("no live Swift object\(kind)\(new)", indent: 0, hanging: 2)
    }

    /// The head of functions, in place of types, by whose memory a row is named.
    private static let otherMemory = "other memory, of"

    private mutating func writeRest(_ count: Int, _ noun: String) {
        guard count > 0 else { return }
        paragraph(
            "\(ellipsis) \(counted(count, noun)) more: --top N lists more, --report json=FILE all", indent: 2,
            hanging: 2, ink: .faint)
    }

    /// Writes the first items as a table with columns as wide as their amounts, and the number of the others.
    private mutating func writeRows<Item>(
        _ items: [Item], _ limit: Int, heads: [String], names: (String, String) = ("type", "most allocated at"),
        noun: String?, row: (Item) -> (amounts: [String], name: String, site: Backtrace)
    ) {
        let rows = items.prefix(limit).map(row)
        let widths = heads.indices.map { index in
            rows.reduce(columns(of: heads[index])) { max($0, columns(of: $1.amounts[index])) }
        }
        func written(_ amounts: [String]) -> String {
            zip(amounts, widths).map { aligned($0, $1) + "  " }.joined()
        }
        write(
            rows.map {
                AllocationRow(
                    amounts: written($0.amounts), name: $0.name, place: $0.site.place,
                    isOfType: names.0 != Self.otherMemory)
            },
            heads: written(heads), names: names)
        if let noun { writeRest(items.count - rows.count, noun) }
    }
}

extension SnapshotFacts {
    /// The process and the time: `note-service (process 24999) at 2026-11-23 07:07:40 UTC`.
    var title: String {
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
