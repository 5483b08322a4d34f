import OutliveModel
import Testing

@testable import OutliveReport

/// Reports of runs by routes.
@Suite struct RoutesReportTests {
    @Test(arguments: [60, 80, 200])
    func `No line but the summary is wider than the terminal, and each names the leaking routes`(width: Int) {
        let text = Report.leakingRoutes.text(TextStyle(width: width))
        for line in text.split(separator: "\n").dropLast() {
            #expect(columns(of: String(line)) <= width, "\(line)")
        }
        #expect(text.contains("Routes: 2 of 4 leave something behind"))
        #expect(text.contains("GET /users/{id}"))
    }

    @Test func `The routes that leave something behind come first, with the numbers of their leaks`() throws {
        let table = try #require(RouteTable(Presentation(.leakingRoutes)))
        #expect(table.columns.map(\.name) == ["leak", "kept", "latency", "descriptors", "stuck tasks"])
        #expect(table.rows.map(\.leaks) == [true, true, false, false])
        #expect(table.rows[0].name == "GET /users/{id}")
        #expect(table.rows[0].cells == ["1", "160 B", "1.20 ms", "-", "-"])
        #expect(table.rows[1].cells == ["-", "12 B", "4.00 ms", "+1", "20"])
    }

    @Test func `State that one route removes from another, and refused requests, are stated`() throws {
        let remarks = try #require(RouteTable(Presentation(.leakingRoutes))).remarks
        #expect(
            remarks == [
                "POST /users/{id}/notes creates NoteService.Note and 2 other types, and DELETE /users/{id} removes them: "
                    + "80 in 8 blocks, so they are state and no leak.",
                "DELETE /users/{id}: of 100 requests 100 were answered with 404.",
            ])
    }

    @Test func `A cause names its route, or that it needs none`() throws {
        #expect(Report.leakingRoutes.text().contains("by route    GET /users/{id}"))
        var idle = Report.leakingRoutes
        idle.findings[0].routes = []
        #expect(idle.text().contains("by route    none stands out: it grows without requests"))
        var shared = Report.leakingRoutes
        shared.findings[0].routes = [
            LeakingRoute(name: "GET /a", share: 0.7), LeakingRoute(name: "GET /b", share: 0.3),
        ]
        #expect(shared.text().contains("by route    GET /a (70 %), GET /b (30 %)"))
        #expect(shared.causes[0].routes?.map(\.name) == ["GET /a", "GET /b"])
    }

    @Test func `Counted allocations are a column`() throws {
        var report = Report.leakingRoutes
        report.routes?.routes[0].allocations = 41.6
        let table = try #require(RouteTable(Presentation(report)))
        #expect(table.columns.map(\.short).contains("allocs"))
        #expect(table.rows[2].cells[2] == "42")
    }

    @Test func `The last line states how many routes leave something behind`() {
        #expect(Report.leakingRoutes.summaryLine.contains("2 of 4 routes leave something behind"))
        #expect(!Report.heapLeaking.summaryLine.contains("route"))
    }
}
