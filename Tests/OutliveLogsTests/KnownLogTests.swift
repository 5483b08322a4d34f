import Foundation
import OutliveModel
import Testing

/// Real logs with known figures, in an optional folder beside the repository.
enum KnownLogs {
    static let folder = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../../shared/xcode-logs").standardizedFileURL

    /// The rows of the table, its heading first.
    static let rows: [[String]] = {
        let table = (try? String(contentsOf: folder.appendingPathComponent("expected.csv"), encoding: .utf8)) ?? ""
        return table.split(whereSeparator: \.isNewline).map { $0.components(separatedBy: ",") }
    }()
}

/// The figures of the real logs.
@Suite(.enabled(if: KnownLogs.rows.count > 1))
struct KnownLogTests {
    @Test(arguments: KnownLogs.rows.dropFirst())
    func `A known log has its figures`(row: [String]) throws {
        let heading = try #require(KnownLogs.rows.first)
        let expected = Dictionary(uniqueKeysWithValues: zip(heading, row))
        func number(_ column: String) throws -> Double { try #require(expected[column].flatMap { Double($0) }) }
        let data = try Data(contentsOf: KnownLogs.folder.appendingPathComponent(#require(expected["file"])))
        let reading = Reading(Array(data), pieces: [4096])
        #expect(Double(reading.figures.testCases) == (try number("cases")))
        #expect(Double(reading.figures.testCasesWithActivities) == (try number("cases_with_activities")))
        #expect(Double(reading.figures.launches) == (try number("launches")))
        #expect(Double(reading.figures.activations) == (try number("activates")))
        #expect(abs(reading.figures.launchSeconds - (try number("total_seconds"))) < 0.010_001)
        #expect(abs(reading.file.unique.launchSeconds - (try number("unique_total_seconds"))) < 0.010_001)
    }
}
