import Foundation
import OutliveModel
import OutliveReport
import Testing

/// Whole reports in every format, byte by byte: the files in `Golden`, named by fixture, format and kind of file.
///
/// What a report shares with others stands in a golden file of its own: the driver of SARIF, and plots in pages.
@Suite struct GoldenFileTests {
    /// Folders belong to other tests.
    private static let files =
        ((try? FileManager.default.contentsOfDirectory(atPath: GoldenFile.folder.path)) ?? [])
        .filter { $0.contains(".") }.sorted()
    static let reports = [
        "clean": Report.clean, "leaking": .leaking, "bleeding": .bleeding, "differing": .differing, "failed": .failed,
        "heap": .heapLeaking, "traced": .traced, "merged": .merged, "known": .knownLeaks, "arms": .arms,
        "testsClean": .cleanTests, "tests": .leakingTests,
        "polluting": .pollutingTests, "allocating": .allocating, "budget": .overBudget,
        "testBudgets": .testsOverBudget, "routes": .leakingRoutes,
    ]

    @Test(arguments: files)
    func `A report equals its golden file`(file: String) throws {
        let parts = file.split(separator: ".").map(String.init)
        try #require(parts.count == 3, "FIXTURE.FORMAT.KIND, and not \(file)")
        let report = try #require(Self.reports[parts[0]])
        let format = try #require(ReportFormat.named(parts[1]))
        let options = PresentationOptions(root: "/home/user/projects/note-service")
        let text = String(decoding: try format.bytes(for: report, options), as: UTF8.self)
        let essence =
            switch format.name {
            case "html": HTMLGolden.essence(of: text)
            case "sarif": SARIFGolden.essence(of: text)
            default: text
            }
        try GoldenFile(path: file).expect(essence)
    }

    @Test(arguments: ReportFormat.all.map(\.name), ["clean", "traced", "bleeding", "failed", "merged", "arms"])
    func `Every format has a file for a clean, a leaking, a bleeding, a failed, a merged report and one of arms`(
        format: String, fixture: String
    ) {
        #expect(Self.files.contains { $0.hasPrefix("\(fixture).\(format).") })
    }
}
