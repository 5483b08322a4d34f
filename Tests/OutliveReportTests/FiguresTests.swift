import Foundation
import OutliveModel
import OutliveReport
import Testing

/// The figures that github-action-benchmark follows, by its rules.
@Suite struct FiguresTests {
    @Test(arguments: [
        Report.clean, .leaking, .bleeding, .failed, .bare, .heapLeaking, .traced, .merged, .interruptedEarly,
    ])
    func `There is at least one figure, each with a unique name, a unit, and a readable range`(report: Report)
        throws
    {
        let figures = try figures(report)
        #expect(!figures.isEmpty)
        #expect(Set(figures.map(\.name)).count == figures.count)
        for figure in figures {
            #expect(!figure.unit.isEmpty)
            #expect(figure.value >= 0)
            guard let range = figure.range else { continue }
            #expect(range.hasPrefix("± "))
            #expect(Double(range.dropFirst(2)) != nil, "\(range)")
        }
    }

    @Test func `The figure of a reset is its share of a relaunch, and noise is no growth`() throws {
        let clean = try figures(.clean)
        let share = try #require(clean.first { $0.name == "reset, in relaunches" })
        #expect(share.value == 1 / 7.4023)
        #expect(clean.first { $0.name == "growth of reset time per reset" }?.value == 0)
        #expect(clean.first { $0.name == "relaunch" }?.value == 0.701)
        #expect(clean.first { $0.name == "relaunch" }?.range == "± 0.0061")
        let leaking = try figures(.leaking)
        #expect(leaking.first { $0.name == "growth of resident memory per reset" }?.value == 12_100)
        #expect(leaking.first { $0.name == "leaks" }?.value == 1)
    }

    @Test func `Leaks that were not checked are not reported as none`() throws {
        #expect(try !figures(.bleeding).contains { $0.name.hasPrefix("leak") })
        #expect(try figures(.traced).first { $0.name == "leaks" }?.value == 3)
    }

    @Test func `Figures of machines are separate, with names that are stable across runs`() throws {
        let names = try figures(.merged).map(\.name)
        #expect(names.count { $0.hasPrefix("relaunch [") } == 2)
        #expect(!names.contains("relaunch"))
        #expect(names.contains("relaunch [Ubuntu 24.04 LTS, aarch64, 8 processors, 32.0 GB, 1]"))
        var again = Report.merged
        for index in again.shards.indices { again.shards[index].id = "\(9 - index)" }
        #expect(Set(try figures(again).map(\.name)) == Set(names))
    }

    @Test func `Numbers that JSON cannot express are left out`() throws {
        var report = Report.clean
        report.comparison?.ratio = 0
        report.comparison?.interval = Interval(lower: 0, upper: .infinity)
        #expect(try !figures(report).contains { $0.name == "reset, in relaunches" })
    }

    private struct Entry: Decodable {
        let name, unit: String
        let value: Double
        let range, extra: String?
    }

    private func figures(_ report: Report) throws -> [Entry] {
        let format = try #require(ReportFormat.named("customSmallerIsBetter"))
        let bytes = try format.bytes(for: report)
        return try JSONDecoder().decode([Entry].self, from: Data(bytes))
    }
}
