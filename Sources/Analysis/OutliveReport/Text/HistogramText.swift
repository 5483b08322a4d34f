internal import OutliveModel
internal import OutliveSupport

extension TextPage {
    /// Writes histograms of the sizes of allocations, and of the ages of released blocks if they have several.
    ///
    /// - Parameters:
    ///   - sizes: The numbers by size, as in `HeapAllocations`.
    ///   - ages: The numbers by age.
    ///   - unit: The unit of ages.
    mutating func writeHistograms(sizes: [Int], ages: [Int], unit: AllocationFigures.Unit) {
        for histogram in [ClassHistogram(sizes: sizes), ClassHistogram(ages: ages, unit: unit)] {
            if let histogram { write(histogram) }
        }
    }

    private mutating func write(_ histogram: ClassHistogram) {
        blank()
        line(indent: 2, Span(histogram.title, .faint))
        let labels = histogram.bars.reduce(0) { max($0, columns(of: $1.label)) }
        let numbers = histogram.bars.reduce(0) { max($0, columns(of: grouped($1.count))) }
        // After the indent: the label, the number, its share, and blanks between them.
        let room = min(style.width - 2 - labels - numbers - 11, 48)
        for bar in histogram.bars {
            let share = bar.count > 0 ? shareText(bar.count, of: histogram.sum) : ""
            line(
                indent: 2, Span(aligned(bar.label, labels)),
                Span("  " + aligned(grouped(bar.count), numbers) + aligned(share, 6)),
                Span("  " + self.bar(Double(bar.count) / Double(histogram.highest), in: max(room, 8)), .faint))
        }
    }

    /// Returns a bar in eighths of a column, or in whole ones without block characters.
    ///
    /// - Parameter share: The share of the width, from 0 to 1. Any share above 0 has a mark.
    private func bar(_ share: Double, in width: Int) -> String {
        guard style.unicode else {
            return String(repeating: "#", count: share > 0 ? max(Int((share * Double(width)).rounded()), 1) : 0)
        }
        let eighths = share > 0 ? max(Int((share * Double(width) * 8).rounded()), 1) : 0
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }
}
