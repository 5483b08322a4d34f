import Foundation
import Testing

/// The statements of the article QueryingTheHeap, with their answers.
///
/// With `OUTLIVE_RECORD_GOLDEN=1` the answers are written into the article.
@Suite struct QueryingTheHeapTests {
    private static let article = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Application/Outlive/Outlive.docc/QueryingTheHeap.md")

    @Test func `Every statement of the article has the answer that the article shows`() async throws {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        let (now, before) = (try QueriedDatabase(ShopHeap.after()), try QueriedDatabase(ShopHeap.before()))
        let blocks = #/```sql\n(?<statement>.*?)```\n\n```\n(?<answer>.*?)```/#.dotMatchesNewlines()
        let questions = text.matches(of: blocks)
        #expect(questions.count >= 12)
        #expect(questions.count == text.matches(of: #/```sql/#).count)
        var recorded = text
        for question in questions {
            // The file beside is in a folder of its own here.
            let statements = question.statement.replacing("'before.db'", with: "'\(before.path)'")
                .split(separator: ";\n").map(String.init)
            let answer = Self.columns(try await now.rows(statements))
            #expect(answer == question.answer, "\(question.statement)")
            #expect(answer.contains("\n-"), "no answer to \(question.statement)")
            let shown = String(text[question.range])
            let block = "```sql\n\(question.statement)```\n\n```\n\(answer)```"
            recorded = recorded.replacing(shown, with: block)
        }
        if ProcessInfo.processInfo.environment["OUTLIVE_RECORD_GOLDEN"] == "1", recorded != text {
            try recorded.write(to: Self.article, atomically: true, encoding: .utf8)
        }
    }

    /// Returns rows as `sqlite3 -column -header` prints them, without spaces at the ends of lines.
    private static func columns(_ rows: [[String]]) -> String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let rule = widths.map { String(repeating: "-", count: $0) }
        return (rows.prefix(1) + [rule] + rows.dropFirst()).map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let line = cells.joined(separator: "  ")
            return line.prefix(upTo: line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex) + "\n"
        }.joined()
    }
}
