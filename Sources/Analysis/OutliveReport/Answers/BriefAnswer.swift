/// A short answer to one question: the conclusion first, then data, then what to ask next.
///
/// The text has at most `maximumBytes` bytes, whatever it is made of: data that do not fit are counted.
package struct BriefAnswer: Hashable, Sendable {
    /// The maximum length of the text, in bytes of UTF-8.
    package static let maximumBytes = 2_000
    /// The maximum width of a line, in columns.
    private static let lineWidth = 240
    /// The bytes that the last line may take, and those kept for the number of omitted data.
    private static let (lastBytes, countBytes) = (320, 24)

    /// The conclusions, the most important first, a line each.
    var conclusions: [String]
    /// The data behind them, a line each, in the order of importance.
    var data: [String] = []
    /// The number of data that are omitted whatever the size.
    var omitted = 0
    /// The questions that lead on, with their subjects.
    var next: [String] = []
    /// `true` if the question has an answer: its subject exists, and what it needs is there.
    package private(set) var isAnswered = true

    init(_ conclusions: String?..., data: [String] = [], omitted: Int = 0, next: [String] = []) {
        self.conclusions = conclusions.compactMap(\.self)
        (self.data, self.omitted, self.next) = (data, omitted, next)
    }

    /// Creates an answer of one conclusion, for what the analysis cannot know.
    package init(conclusion: String, next: [String] = []) { self.init(conclusion, next: next) }

    /// Creates an answer that only gives the reason why there is none.
    package init(unanswered reason: String, next: [String] = []) {
        self.init(reason, next: next)
        isAnswered = false
    }

    /// Adds a conclusion after all others.
    package mutating func add(conclusion: String) { conclusions.append(conclusion) }

    /// Names the target of the questions that lead on, for a client that would ask about another.
    package mutating func direct(toTarget target: String) {
        guard let last = next.popLast() else { return }
        next.append("\(last), of target \(target)")
    }

    /// The lines, without a line feed at the end.
    package var text: String {
        let last =
            next.isEmpty ? "" : Self.cut(printable("next: " + next.joined(separator: "; ")), toBytes: Self.lastBytes)
        var room = Self.maximumBytes - last.utf8.count - 1 - Self.countBytes
        var lines: [String] = []
        for conclusion in conclusions where room > 0 {
            lines.append(Self.cut(Self.line(conclusion), toBytes: room))
            room -= (lines.last?.utf8.count ?? 0) + 1
        }
        var shown = 0
        for line in data.lazy.map(Self.line) {
            guard line.utf8.count < room else { break }
            lines.append(line)
            room -= line.utf8.count + 1
            shown += 1
        }
        let left = data.count - shown + omitted
        if left > 0 { lines.append("… and \(left) more") }
        return (lines + (last.isEmpty ? [] : [last])).joined(separator: "\n")
    }

    private static func line(_ text: String) -> String { elided(printable(text), to: lineWidth, .middle) }

    /// Returns a text of at most so many bytes, with a mark at the omitted end.
    ///
    /// One character can have any number of combining marks, so the width in columns is no limit.
    private static func cut(_ text: String, toBytes limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let mark = "…"
        var (kept, room) = (String.UnicodeScalarView(), limit - mark.utf8.count)
        for scalar in text.unicodeScalars {
            room -= UTF8.width(scalar)
            guard room >= 0 else { break }
            kept.append(scalar)
        }
        return String(kept) + (limit < mark.utf8.count ? "" : mark)
    }
}
