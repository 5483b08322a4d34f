import Foundation
import Testing

/// The articles about the examples, as far as they quote code.
struct ArticleTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../..").standardized

    @Test(arguments: Example.articles)
    func `Code in an article is that of the example`(article: String, example: String) throws {
        let text = try String(
            contentsOf: Self.package.appending(path: "../../Sources/Application/Outlive/Outlive.docc/\(article).md"),
            encoding: .utf8)
        let folder = Self.package.appending(path: "Sources/\(example)")
        let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { Self.unindented(try String(contentsOf: $0, encoding: .utf8)) }
        // Every second part is within fences.
        let blocks = text.components(separatedBy: "\n```").enumerated().filter { !$0.offset.isMultiple(of: 2) }
            .map(\.element).filter { $0.hasPrefix("swift\n") }
        #expect(!blocks.isEmpty)
        for block in blocks {
            let code = Self.unindented(String(block.dropFirst("swift\n".count)))
            #expect(sources.contains { $0.contains(code) }, "\(block)")
        }
    }

    /// Returns the lines without their indentation, which differs in an excerpt.
    private static func unindented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
}
