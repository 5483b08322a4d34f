import Foundation
import OutliveModel
import OutliveReport
import Testing

/// Whole reports in every format, byte by byte: the files in `Golden`, named by fixture, format and kind of file.
///
/// With `OUTLIVE_RECORD_GOLDEN=1` the existing files are rewritten, for review before they are committed.
@Suite struct GoldenFileTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden")
    private static let isRecording = ProcessInfo.processInfo.environment["OUTLIVE_RECORD_GOLDEN"] == "1"
    /// Folders belong to other tests.
    private static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.contains(".") }.sorted()

    @Test(arguments: files)
    func `A report equals its golden file`(file: String) throws {
        let reports = [
            "clean": Report.clean, "leaking": .leaking, "bleeding": .bleeding, "differing": .differing,
            "failed": .failed, "heap": .heapLeaking, "traced": .traced, "merged": .merged, "known": .knownLeaks,
            "arms": .arms,
        ]
        let parts = file.split(separator: ".").map(String.init)
        try #require(parts.count == 3, "FIXTURE.FORMAT.KIND, and not \(file)")
        let report = try #require(reports[parts[0]])
        let format = try #require(ReportFormat.named(parts[1]))
        let options = PresentationOptions(root: "/home/user/projects/note-service")
        let bytes = try format.bytes(for: report, options)
        let url = Self.folder.appendingPathComponent(file)
        let whole = String(decoding: bytes, as: UTF8.self)
        let text = format.name == "html" ? HTMLGolden.essence(of: whole) : whole
        if Self.isRecording { try Data(text.utf8).write(to: url) }
        let golden = try String(contentsOf: url, encoding: .utf8)
        guard text != golden else { return }
        // The first line that differs says more than two whole texts.
        let lines = zip(text.split(separator: "\n"), golden.split(separator: "\n"))
        let (line, expected) = lines.first { $0 != $1 } ?? (text[...], golden[...])
        #expect(line == expected)
    }

    @Test(arguments: ReportFormat.all.map(\.name), ["clean", "traced", "bleeding", "failed", "merged", "arms"])
    func `Every format has a file for a clean, a leaking, a bleeding, a failed, a merged report and one of arms`(
        format: String, fixture: String
    ) {
        #expect(Self.files.contains { $0.hasPrefix("\(fixture).\(format).") })
    }
}
