import Foundation
import OutliveModel
import OutliveReport
import Testing

/// Whole reports in the formats that other programs show, byte by byte: the files in `Golden`.
@Suite struct GoldenFileTests {
    @Test(
        "A report is what its file says",
        arguments: ["leaking", "differing", "failed", "heap", "traced", "merged"],
        ["junit.xml", "github.txt", "markdown.md"])
    func golden(fixture: String, file: String) throws {
        try expectGolden(fixture, file)
    }

    @Test("A merged report for people is what its file says")
    func mergedText() throws {
        try expectGolden("merged", "text.txt")
    }

    private func expectGolden(_ fixture: String, _ file: String) throws {
        let reports = [
            "leaking": Report.leaking, "differing": .differing, "failed": .failed, "heap": .heapLeaking,
            "traced": .traced, "merged": .merged,
        ]
        let report = try #require(reports[fixture])
        let format = try #require(ReportFormat.named(String(file.prefix { $0 != "." })))
        let context = ReportContext(root: "/home/user/projects/note-service")
        let text = String(decoding: try format.reporter(context).bytes(for: report), as: UTF8.self)
        let golden = try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("Golden/\(fixture).\(file)"), encoding: .utf8)
        // The first line that differs says more than two whole texts.
        for (line, expected) in zip(text.split(separator: "\n"), golden.split(separator: "\n")) {
            #expect(line == expected)
        }
        #expect(text == golden)
    }
}
