import Foundation
import Testing

/// The README begins with what a user does, and stays short.
struct ReadmeTests {
    private let text: String

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    }

    @Test func `The README has at most 1000 words`() {
        #expect(text.split(whereSeparator: \.isWhitespace).count <= 1000)
    }

    @Test func `The tour comes first, and the first two links lead to the first steps and to the commands`() throws {
        let tour = try #require(text.range(of: "outlive tour")?.lowerBound)
        let links = text.matches(of: /(?:^|[^!])\[[^\]]+\]\(([^)#]+)/).prefix(2)
        #expect(links.map { $0.output.1.split(separator: "/").last } == ["GettingStarted.md", "WhichCommand.md"])
        #expect(links.allSatisfy { $0.range.lowerBound > tour })
        let contributing = try #require(text.range(of: "CONTRIBUTING.md")?.lowerBound)
        for first in ["## Install", "outlive soak --heap", "outlive watch PID"] {
            #expect(try #require(text.range(of: first)?.lowerBound) < contributing)
        }
    }
}
