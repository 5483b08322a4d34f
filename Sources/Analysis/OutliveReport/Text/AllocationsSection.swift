internal import OutliveModel
internal import OutliveSupport

extension TextPage {
    /// Writes the allocations of a unit of work: the sums, the sites with most, and the peak.
    mutating func writeAllocations(_ report: Report) {
        guard !report.isOfTests else { return writeAllocationsOfTests(report.allocations ?? []) }
        for figures in report.allocations ?? [] {
            title(figures.arm.map { "Allocations of \($0.rawValue)" } ?? "Allocations")
            for line in figures.lines { paragraph(line, indent: 2, hanging: 2) }
            writeSites(figures)
            writePeak(figures)
            writeHistograms(sizes: figures.sizes, ages: figures.ages, unit: figures.unit)
        }
        writeChangesBetweenArms(report)
    }

    private mutating func writeAllocationsOfTests(_ all: [AllocationFigures]) {
        guard !all.isEmpty else { return }
        title("Allocations")
        let rows = all.prefix(AllocationFigures.briefCount).map { figures in
            AllocationRow(
                amounts: aligned(figures.blocks.text, 12) + aligned(bytesText(figures.bytes.median), 11)
                    + aligned(figures.temporary.text, 11) + "  ",
                name: figures.test?.name ?? AllocationFigures.besideTests)
        }
        write(
            rows, heads: aligned("allocations", 12) + aligned("bytes", 11) + aligned("temporary", 11) + "  ",
            names: ("test", ""))
        writeMore(all.count - rows.count, "test")
    }

    private mutating func writeSites(_ figures: AllocationFigures) {
        let merged = figures.sites.merged
        let shown = merged.prefix(AllocationFigures.briefCount)
        let rows = shown.map { site in
            AllocationRow(
                amounts: aligned(grouped(site.blocks.median), 9)
                    + aligned(figures.units > 1 ? site.blocks.range : "", 13)
                    + aligned(bytesText(site.bytes.median), 10) + aligned(grouped(site.temporary.median), 7) + "  ",
                name: site.type.description, place: site.stack.place, isOfType: true)
        }
        guard !rows.isEmpty else { return }
        write(
            rows,
            heads: aligned("blocks", 9) + aligned("range", 13) + aligned("bytes", 10) + aligned("temp.", 7) + "  ",
            names: ("type", "allocated at"))
        let left = merged.count - shown.count + figures.sitesLeftOut
        if left > 0 {
            paragraph(
                "\(ellipsis) \(counted(left, "site")) more: --report json=FILE lists them with their stacks", indent: 2,
                hanging: 2, ink: .faint)
        }
    }

    private mutating func writePeak(_ figures: AllocationFigures) {
        guard !figures.peak.isEmpty else { return }
        blank()
        paragraph(
            "at the peak \(bytesText(figures.peakBytes)) were alive at the same time:", indent: 2, hanging: 2)
        let rows = figures.peak.merged.prefix(AllocationFigures.briefCount / 2).map { site in
            AllocationRow(
                amounts: aligned(grouped(site.amount.objects), 9) + aligned(bytesText(site.amount.bytes), 10) + "  ",
                name: site.type.description, place: site.stack.place, isOfType: true)
        }
        write(
            rows, heads: aligned("blocks", 9) + aligned("bytes", 10) + "  ", names: ("type", "allocated at"))
    }
}

extension AllocationFigures {
    /// The number of sites that fit on a screen.
    static let briefCount = 12
    /// The name of the allocations that no test was found for.
    static let besideTests = "beside the tests"

    /// The sums of a unit, as sentences.
    var lines: [String] {
        let name = unit.rawValue
        let times = isConstant ? ", always" : units > 1 ? " (median of \(unit.counted(units)))" : ""
        var lines = [
            "\(blocks.text) per \(name)\(times), \(bytesText(bytes.median)), \(temporary.text) of them temporary"
        ]
        if let lost { lines.append("\(counted(lost, "count")) found no room, so that sites are incomplete") }
        return lines
    }

    private var isConstant: Bool { blocks.isConstant && units > 1 }
}

extension Spread {
    /// The number, or the median and the range: `41`, `44 (41 to 52)`.
    var text: String { isConstant ? grouped(median) : "\(median) (\(range))" }
    /// The lowest and the highest number, or the word for one that is always the same.
    var range: String { isConstant ? "always" : "\(lowest) to \(highest)" }
}
