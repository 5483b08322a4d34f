import OutliveReport
import Testing

@testable import OutliveModel

/// The presentation of changes of allocations.
@Suite struct AllocationChangesTests {
    private func text(_ report: Report) throws -> String {
        let format = try #require(ReportFormat.named("text"))
        return String(decoding: try format.bytes(for: report, PresentationOptions()), as: UTF8.self)
    }

    @Test func `A run of arms shows what changed from the first arm to each other one`() throws {
        var report = Report.arms
        let names = report.plan.comparedArms.map(\.name)
        try #require(names.map(\.rawValue) == ["relaunch", "template", "truncate"])
        report.allocations = [
            .routing(isLater: false, arm: names[0], unit: .launch),
            .routing(isLater: true, units: 2, arm: names[1], unit: .launch),
            .routing(isLater: false, arm: names[2]),
        ]
        let words = try text(report).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Allocations of relaunch → template: 41 → 43 allocations per launch"))
        #expect(
            words.contains(
                "new, +3 per launch: Swift._ContiguousArrayStorage<Swift.Int> in RouteTable.match(_:) "
                    + "(Router.swift:81), called by Router.handle(_:), +192 B"))
        #expect(words.contains("weak comparison: 2 launches on one side"))
        // A reset is not compared with a launch.
        #expect(!words.contains("→ truncate"))
    }

    @Test func `Two builds that do the same show no change`() throws {
        var report = Report.arms
        let names = report.plan.comparedArms.map(\.name)
        report.allocations = names[1...].map { .routing(isLater: true, arm: $0) }
        let words = try text(report).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Allocations of template → truncate: 43 → 43 allocations per cycle"))
        #expect(words.contains("no site changed by more than what each run varies by itself"))
    }

    @Test func `A run of one arm compares nothing`() throws {
        var report = Report.clean
        report.allocations = [.routing(isLater: true)]
        #expect(!(try text(report)).contains("matched by type"))
    }

    @Test func `Two reports are compared by arm if both counted allocations`() throws {
        var (old, new) = (Report.clean, Report.clean)
        old.allocations = [.routing(isLater: false)]
        #expect(ReportComparison.allocations(from: old, to: new) == nil)
        new.allocations = [.routing(isLater: true)]
        let found = try #require(ReportComparison.allocations(from: old, to: new))
        #expect(found.map(\.changes.count) == [3])
        #expect(found[0].changes.map(\.kind) == [.added, .more, .removed])
    }
}
