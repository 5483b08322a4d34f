/// The lines of two texts, matched: what went, what came, what stayed.
///
/// Patience diff: lines that occur once on both sides and in the same order are the anchors, between which the
/// search goes on; small gaps without anchors are solved exactly, large ones are replaced as a whole. So the time is
/// O(n log n) and the space linear in the number of lines, whatever the input. Lines are compared byte by byte.
struct LineDiff {
    /// A line of the result.
    enum Line: Equatable {
        case same(String)
        case removed(String)
        case added(String)

        var isSame: Bool {
            if case .same = self { return true }
            return false
        }
    }

    /// A run of changes with the lines around it.
    struct Hunk: Equatable {
        /// The first line in the old text, from 1, and how many lines of it are shown.
        var old: (start: Int, count: Int)
        /// The first line in the new text, from 1, and how many lines of it are shown.
        var new: (start: Int, count: Int)
        var lines: [Line]

        /// `@@ -1,3 +1,4 @@`, as `diff -u` heads it.
        var heading: String { "@@ -\(old.start),\(old.count) +\(new.start),\(new.count) @@" }

        static func == (one: Hunk, other: Hunk) -> Bool {
            one.old == other.old && one.new == other.new && one.lines == other.lines
        }
    }

    /// Every line of both texts, in order; removed lines come before those added in their place.
    private(set) var lines: [Line] = []

    private let oldTexts: [Substring.UTF8View.SubSequence]
    private let newTexts: [Substring.UTF8View.SubSequence]
    /// The lines as numbers: equal bytes have equal numbers.
    private var old: [Int] = []
    private var new: [Int] = []

    /// Gaps of at most so many pairs of lines are solved exactly.
    private static let exactLimit = 250_000

    /// Compares two texts.
    init(from oldText: String, to newText: String) {
        let lineEnd = UInt8(ascii: "\n")
        oldTexts = oldText[...].utf8.split(separator: lineEnd, omittingEmptySubsequences: false)
        newTexts = newText[...].utf8.split(separator: lineEnd, omittingEmptySubsequences: false)
        var numbers: [[UInt8]: Int] = [:]
        func number(_ text: Substring.UTF8View.SubSequence) -> Int {
            let key = Array(text)
            if let known = numbers[key] { return known }
            numbers[key] = numbers.count
            return numbers.count - 1
        }
        old = oldTexts.map(number)
        new = newTexts.map(number)
        var anchors = [(old: Int, new: Int)]()
        match(0..<old.count, 0..<new.count, into: &anchors)
        assemble(anchors)
    }

    /// The changes, with up to `context` unchanged lines around each.
    func hunks(context: Int = 3) -> [Hunk] {
        var hunks: [Hunk] = []
        var oldLine = 1
        var newLine = 1
        var lastChange: Int?
        for (index, line) in lines.enumerated() {
            if !line.isSame {
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
            if case .added = line {} else { oldLine += 1 }
            if case .removed = line {} else { newLine += 1 }
        }
        if let last = lastChange { hunks[hunks.count - 1].append(lines[(last + 1)...].prefix(context)) }
        return hunks
    }
}

extension LineDiff.Hunk {
    fileprivate mutating func append(_ more: some Sequence<LineDiff.Line>) {
        for line in more {
            lines.append(line)
            if case .added = line {} else { old.count += 1 }
            if case .removed = line {} else { new.count += 1 }
        }
    }
}

// MARK: - Matching

extension LineDiff {
    /// Finds pairs of equal lines, rising on both sides.
    private func match(_ oldRange: Range<Int>, _ newRange: Range<Int>, into pairs: inout [(old: Int, new: Int)]) {
        // Gaps are worked off one after the other, the first last: no recursion that input could drive deep.
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

    /// The lines that occur once in each range, by their place in the old text.
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

    /// The longest run of pairs that rises on both sides.
    private static func rising(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        // The pair that ends the best run of each length, and the pair before each.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var run: [(old: Int, new: Int)] = []
        var index = ends.last
        while let current = index {
            run.append(pairs[current])
            index = previous[current]
        }
        return run.reversed()
    }

    /// The longest common subsequence of two short ranges.
    private func matchExactly(_ a: Range<Int>, _ b: Range<Int>, into pairs: inout [(old: Int, new: Int)]) {
        // lengths[i * width + j]: of what remains from the i-th and j-th line on.
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
        func text(_ line: Substring.UTF8View.SubSequence) -> String { String(Substring(line)) }
        for pair in pairs + [(old.count, new.count)] {
            while i < pair.old {
                lines.append(.removed(text(oldTexts[i])))
                i += 1
            }
            while j < pair.new {
                lines.append(.added(text(newTexts[j])))
                j += 1
            }
            if i < old.count, j < new.count { lines.append(.same(text(oldTexts[i]))) }
            (i, j) = (i + 1, j + 1)
        }
    }
}
