import Foundation
import OutliveModel
import OutliveReport
import Testing

/// Whole pages, byte by byte but for what other tests look at: style, script, and the data to download.
///
/// With `OUTLIVE_GOLDEN=write` in the environment the files are written anew, to be looked at.
@Suite struct HTMLGoldenTests {
    static let reports: [String: Report] = [
        "clean": .clean, "leaking": .leaking, "traced": .traced, "differing": .differing, "bleeding": .bleeding,
        "failed": .failed, "merged": .merged,
    ]

    @Test("A page is what its file says", arguments: reports.keys.sorted())
    func golden(fixture: String) throws {
        let report = try #require(Self.reports[fixture])
        let text = try report.page(root: "/home/user/projects/note-service")
            .replacing(#/<(style|script)>[^<]*</(?:style|script)>/#) { "<\($0.output.1)></\($0.output.1)>" }
            .replacing(#/base64,[A-Za-z0-9+\/=]*/#, with: "base64,")
            .replacing(#/sha256-[A-Za-z0-9+\/=]*/#, with: "sha256-")
            // The sizes of the data.
            .replacing(#/\(outlive\.(json|csv), [^)]*\)/#) { "(outlive.\($0.output.1))" }
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/\(fixture).html")
        if ProcessInfo.processInfo.environment["OUTLIVE_GOLDEN"] == "write" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        // The first line that differs says more than two whole texts.
        for (line, expected) in zip(text.split(separator: "\n"), golden.split(separator: "\n")) {
            try #require(line == expected)
        }
        #expect(text == golden)
    }
}

extension Report {
    /// The page of the report.
    func page(root: String = "", source: SourceReader? = nil) throws -> String {
        let context = ReportContext(root: root, source: source)
        let bytes = try #require(ReportFormat.named("html")).reporter(context).bytes(for: self)
        return String(decoding: bytes, as: UTF8.self)
    }
}
