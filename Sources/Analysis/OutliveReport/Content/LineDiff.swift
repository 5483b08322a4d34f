internal import OutliveSupport

/// A line-by-line comparison of two texts.
///
/// This is a patience diff: lines that occur once on both sides and in the same order divide the texts into gaps, which
/// are compared in turn. Small gaps without such lines are solved exactly, large ones are replaced as a whole. This
/// takes O(n log n) time and space linear in the number of lines, whatever the input. Lines are compared byte by byte.
struct LineDiff {
    struct Line: Equatable {
        /// The signs before lines in the output of `diff -u`.
        enum Sign: Character {
            case same = " "
            case removed = "-"
            case added = "+"
        }

        let sign: Sign
        var text: String
    }

    /// A group of changes with the lines around it.
    struct Hunk {
        /// The number of the first line in the old text, from 1, and the number of its lines.
        var old: (start: Int, count: Int)
        /// The number of the first line in the new text, from 1, and the number of its lines.
        var new: (start: Int, count: Int)
        var lines: [Line]

        /// The heading in the format of `diff -u`: `@@ -1,3 +1,4 @@`.
        var heading: String { "@@ -\(old.start),\(old.count) +\(new.start),\(new.count) @@" }
    }

    /// The lines of both texts in order. Removed lines precede those added in their place.
    private(set) var lines: [Line] = []

    private let oldTexts: [Substring.UTF8View.SubSequence]
    private let newTexts: [Substring.UTF8View.SubSequence]
    /// The lines as numbers, which are equal for equal bytes.
    private var old: [Int] = []
    private var new: [Int] = []

    /// The number of pairs of lines up to which a gap is solved exactly.
    private static let exactLimit = 250_000

    init(from oldText: String, to newText: String) {
        let lineEnd = UInt8(ascii: "\n")
        oldTexts = oldText[...].utf8.split(separator: lineEnd, omittingEmptySubsequences: false)
        newTexts = newText[...].utf8.split(separator: lineEnd, omittingEmptySubsequences: false)
        var numbers = NumberTable<[UInt8]>()
        old = oldTexts.map { numbers.number(of: Array($0)) }
        new = newTexts.map { numbers.number(of: Array($0)) }
        var anchors = [(old: Int, new: Int)]()
        match(0..<old.count, 0..<new.count, into: &anchors)
        assemble(anchors)
    }

    /// Returns the changes, with up to `context` unchanged lines around each.
    func hunks(context: Int = 3) -> [Hunk] {
        var hunks: [Hunk] = []
        var oldLine = 1
        var newLine = 1
        var lastChange: Int?
        for (index, line) in lines.enumerated() {
            if line.sign != .same {
                if let last = lastChange, index - last <= 2 * context + 1 {
                    hunks[hunks.count - 1].append(lines[(last + 1)...index])
                } else {
                    if let last = lastChange { hunks[hunks.count - 1].append(lines[(last + 1)...].prefix(context)) }
                    let before = lines[max(index - context, 0)..<index]
                    hunks.append(
                        Hunk(old: (oldLine - before.count, 0), new: (newLine - before.count, 0), lines: []))
                    hunks[hunks.count - 1].append(before)
                    hunks[hunks.count - 1].append([line])
                }
                lastChange = index
            }
            oldLine += line.sign == .added ? 0 : 1
            newLine += line.sign == .removed ? 0 : 1
        }
        if let last = lastChange { hunks[hunks.count - 1].append(lines[(last + 1)...].prefix(context)) }
        return hunks
    }
}

extension LineDiff.Hunk {
    fileprivate mutating func append(_ more: some Collection<LineDiff.Line>) {
        lines += more
        old.count += more.count { $0.sign != .added }
        new.count += more.count { $0.sign != .removed }
    }
}

// MARK: - Matching

extension LineDiff {
    private func match(_ oldRange: Range<Int>, _ newRange: Range<Int>, into pairs: inout [(old: Int, new: Int)]) {
        // A stack of gaps replaces recursion, whose depth would depend on the input.
        var gaps = [(oldRange, newRange)]
        while let gap = gaps.popLast() {
            var (a, b) = gap
            while let i = a.first, let j = b.first, old[i] == new[j] {
                pairs.append((i, j))
                a = (i + 1)..<a.upperBound
                b = (j + 1)..<b.upperBound
            }
            while let i = a.last, let j = b.last, old[i] == new[j] {
                pairs.append((i, j))
                a = a.lowerBound..<i
                b = b.lowerBound..<j
            }
            guard !a.isEmpty, !b.isEmpty else { continue }
            let anchors = Self.rising(uniquePairs(a, b))
            if anchors.isEmpty {
                if a.count <= Self.exactLimit / b.count { matchExactly(a, b, into: &pairs) }
                continue
            }
            var start = (a.lowerBound, b.lowerBound)
            for anchor in anchors {
                pairs.append(anchor)
                gaps.append((start.0..<anchor.old, start.1..<anchor.new))
                start = (anchor.old + 1, anchor.new + 1)
            }
            gaps.append((start.0..<a.upperBound, start.1..<b.upperBound))
        }
        pairs.sort { $0.old < $1.old }
    }

    /// Returns the lines that occur once in each range, in the order of the old text.
    private func uniquePairs(_ a: Range<Int>, _ b: Range<Int>) -> [(old: Int, new: Int)] {
        var places: [Int: (old: Int, new: Int, oldCount: Int, newCount: Int)] = [:]
        for i in a {
            places[old[i], default: (i, 0, 0, 0)].oldCount += 1
        }
        for j in b where places[new[j]] != nil {
            places[new[j]]!.newCount += 1
            places[new[j]]!.new = j
        }
        return places.values.filter { $0.oldCount == 1 && $0.newCount == 1 }.map { ($0.old, $0.new) }
            .sorted { $0.old < $1.old }
    }

    private static func rising(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        // The last pair of the best sequence of each length, and the predecessor of each pair.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            let length = ends.partitioningIndex { pairs[$0].new >= pair.new }
            previous[index] = length > 0 ? ends[length - 1] : nil
            if length < ends.count { ends[length] = index } else { ends.append(index) }
        }
        var run: [(old: Int, new: Int)] = []
        var index = ends.last
        while let current = index {
            run.append(pairs[current])
            index = previous[current]
        }
        return run.reversed()
    }

    private func matchExactly(_ a: Range<Int>, _ b: Range<Int>, into pairs: inout [(old: Int, new: Int)]) {
        // `lengths[i * width + j]` is the length for the lines from the i-th and j-th on.
        let width = b.count + 1
        var lengths = [Int32](repeating: 0, count: (a.count + 1) * width)
        for i in stride(from: a.count - 1, through: 0, by: -1) {
            for j in stride(from: b.count - 1, through: 0, by: -1) {
                lengths[i * width + j] =
                    old[a.lowerBound + i] == new[b.lowerBound + j]
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var (i, j) = (0, 0)
        while i < a.count, j < b.count {
            if old[a.lowerBound + i] == new[b.lowerBound + j] {
                pairs.append((a.lowerBound + i, b.lowerBound + j))
                (i, j) = (i + 1, j + 1)
            } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
    }

    private mutating func assemble(_ pairs: [(old: Int, new: Int)]) {
        var (i, j) = (0, 0)
        func append(_ sign: Line.Sign, _ texts: ArraySlice<Substring.UTF8View.SubSequence>) {
            lines += texts.map { Line(sign: sign, text: String(Substring($0))) }
        }
        for pair in pairs {
            append(.removed, oldTexts[i..<pair.old])
            append(.added, newTexts[j..<pair.new])
            append(.same, oldTexts[pair.old...pair.old])
            (i, j) = (pair.old + 1, pair.new + 1)
        }
        append(.removed, oldTexts[i...])
        append(.added, newTexts[j...])
    }
}

extension [LineDiff.Line] {
    /// Returns the lines with wide ones cut at the front, so that their first difference is visible.
    func focused(width: Int, mark: String) -> [LineDiff.Line] {
        var lines = self
        var index = 0
        while index < lines.count {
            let removed = lines[index...].prefix { $0.sign == .removed }
            let added = lines[removed.endIndex...].prefix { $0.sign == .added }
            for (old, new) in zip(removed.indices, added.indices) {
                let (before, after) = (lines[old].text, lines[new].text)
                guard Swift.max(before.utf8.count, after.utf8.count) > width else { continue }
                let skipped = zip(before, after).prefix { $0 == $1 }.count - width / 4
                guard skipped > 0 else { continue }
                lines[old].text = mark + before.dropFirst(skipped)
                lines[new].text = mark + after.dropFirst(skipped)
            }
            index = Swift.max(added.endIndex, index + 1)
        }
        return lines
    }
}
