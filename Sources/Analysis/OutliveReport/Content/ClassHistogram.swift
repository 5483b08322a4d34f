internal import OutliveModel

/// Numbers of allocations in classes of powers of two: of their sizes, or of their ages.
struct ClassHistogram {
    struct Bar {
        /// The values of the class: `16 to 31 B`.
        var label: String
        var count: Int
    }

    /// The most bars.
    private static let maximumBars = 10

    /// The name and unit of the values: `sizes of allocations`.
    let title: String
    /// The bars from the first class with a number to the last one.
    let bars: [Bar]

    /// The highest number of a bar, and their sum.
    var highest: Int { bars.reduce(1) { max($0, $1.count) } }
    var sum: Int { bars.reduce(0) { boundedSum($0, $1.count) } }

    /// Creates the histogram of sizes in bytes, or returns `nil` if there are none.
    ///
    /// - Parameter sizes: The numbers by size: none, 1, 2 and 3, 4 to 7, and so on.
    init?(sizes: [Int]) {
        self.init("sizes of allocations", sizes) { first, last in
            guard first < last else { return "\(first) B" }
            let (start, end) = (size(first), size(last))
            return "\(start.number)\(start.unit == end.unit ? "" : " \(start.unit)") to \(end.number) \(end.unit)"
        }
    }

    /// Creates the histogram of the ages of released blocks, or returns `nil` if all belong to one class.
    ///
    /// - Parameters:
    ///   - ages: The numbers by age, in the same classes as sizes.
    ///   - unit: The unit of ages.
    init?(ages: [Int], unit: AllocationFigures.Unit) {
        guard ages.count(where: { $0 > 0 }) > 1 else { return nil }
        self.init("life times of released blocks", ages) { first, last in
            if last == 0 { return "same \(unit.rawValue)" }
            return first == last ? unit.counted(first) : "\(first) to \(unit.counted(last))"
        }
    }

    private init?(_ title: String, _ counts: [Int], label: (_ first: Int, _ last: Int) -> String) {
        guard let first = counts.firstIndex(where: { $0 > 0 }), let last = counts.lastIndex(where: { $0 > 0 }),
            last < Int.bitWidth - 1
        else { return nil }
        self.title = title
        // Zero is a class of its own. The others are joined by as many as fit.
        let step = (last - max(first, 1) + Self.maximumBars) / Self.maximumBars
        var bars: [Bar] = first == 0 ? [Bar(label: label(0, 0), count: counts[0])] : []
        for start in stride(from: max(first, 1), through: last, by: max(step, 1)) {
            let end = min(start + max(step, 1), last + 1)
            let count = counts[start..<end].reduce(0) { boundedSum($0, $1) }
            bars.append(Bar(label: label(1 << (start - 1), (1 << (end - 1)) - 1), count: count))
        }
        self.bars = bars
    }
}

/// Returns a power of two, or one less, in binary units: 31 B, 4 KiB.
private func size(_ bytes: Int) -> (number: Int, unit: String) {
    // From 1 KiB on, the end of a class is written as the beginning of the next one.
    let rounded = bytes > 1024 && bytes & 1 == 1 ? bytes + 1 : bytes
    for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] where rounded >= 1 << shift {
        return (rounded >> shift, unit)
    }
    return (rounded, "B")
}
