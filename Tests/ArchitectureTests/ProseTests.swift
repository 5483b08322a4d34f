import Foundation
import Testing

/// Comments that name things: "the value's type" instead of "that of the value".
struct ProseTests {
    private let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        .standardizedFileURL

    @Test func `At most 20 comments refer to a thing by a pronoun and what it belongs to`() throws {
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        var found: [String] = []
        for case let file as URL in try #require(files) where ["swift", "c", "h"].contains(file.pathExtension) {
            let chains = chains(in: try String(contentsOf: file, encoding: .utf8))
            found += chains.map { "\(file.lastPathComponent): \($0)" }
        }
        #expect(found.count <= 20, "\(found.joined(separator: "\n"))")
    }

    @Test func `A pronoun is found across lines, and only in comments`() {
        let text = """
            let text = "those of" // The size, or that
              // of its parent; those   that fail.
            /// - Returns: Those of the parent.
            let url = "https://that.of"
            """
        #expect(
            chains(in: text) == [
                "The size, or that of its parent; those", "that of its parent; those that fail. - Returns:",
                "that fail. - Returns: Those of the parent. |",
            ])
    }

    /// Returns each pronoun in comments with up to four words before and behind its first; `|` stands for code.
    private func chains(in text: String) -> [String] {
        let comments = text.replacing(/"(?:[^"\\\n]|\\.)*"/, with: "").split(separator: "\n")
            .map { $0.firstMatch(of: /\/\/+<?(.*)/).map { String($0.1) } ?? "|" }
        let words = comments.joined(separator: " ").split(separator: " ").map(String.init)
        return words.indices.dropLast().filter {
            ["that of", "those of", "those that"].contains("\(words[$0]) \(words[$0 + 1])".lowercased())
        }.map { words[max(0, $0 - 4)..<min(words.count, $0 + 5)].joined(separator: " ") }
    }
}
