internal import OutliveModel
internal import OutliveSupport

/// The matrix of routes by what they leave behind and what they cost.
struct RouteTable {
    struct Row {
        let name: String
        /// The figures in the order of the columns.
        let cells: [String]
        let leaks: Bool
    }

    /// The number of routes that leave something behind, of all: `3 of 20 leave something behind`.
    let title: String
    struct Column {
        let name: String
        /// The name where there is little room.
        let short: String
    }

    /// The maximum number of leaks in a cell.
    private static let listedLeaks = 3

    /// The columns of the cells.
    let columns: [Column]
    /// The routes that leave something behind, then the others, each in the order of their file.
    let rows: [Row]
    /// The explanations of the columns.
    let note: String
    /// The state that one route creates and another removes, and the requests without success, a sentence each.
    let remarks: [String]

    /// Creates the table, or `nil` in a run without routes.
    init?(_ shown: Presentation, unicode: Bool = true) {
        guard let report = shown.report.routes, !report.routes.isEmpty else { return nil }
        let counts = report.routes.contains { $0.allocations != nil }
        let hasThreads = report.routes.contains { $0.growth(of: .threads) != nil }
        columns =
            [Column("leak"), Column("kept")] + (counts ? [Column("allocations", short: "allocs")] : [])
            + [Column("latency"), Column("descriptors", short: "fds")] + (hasThreads ? [Column("threads")] : [])
            + [Column("stuck tasks", short: "stuck")]
        let rows = report.routes.map { route in
            let leaks = shown.leaks(ofRoute: route.name)
            func grown(_ metric: Metric) -> String {
                guard let slope = route.growth(of: metric) else { return "-" }
                let rate = slope.perCycle / Double(max(report.requestsPerBlock, 1))
                return Scale.count.number(rate, signed: true)
            }
            let kept = route.keptBytes.map { Scale.bytes($0).text($0) } ?? "-"
            let stuck = route.stuckTasks.map { $0 > 0 ? grouped($0) : "-" } ?? "?"
            let allocations = route.allocations.map { Scale.count.number($0.rounded()) } ?? "-"
            let latency = route.latency.map { timeText($0.median, unicode: unicode) } ?? "-"
            let cells =
                [Self.list(leaks), kept] + (counts ? [allocations] : [])
                + [latency, grown(.descriptors)] + (hasThreads ? [grown(.threads)] : []) + [stuck]
            return Row(name: oneLine(route.name), cells: cells, leaks: shown.report.leavesSomething(route))
        }
        self.rows = rows.filter(\.leaks) + rows.filter { !$0.leaks }
        let count = rows.count(where: \.leaks)
        title =
            count == 0
            ? "none of \(rows.count) leaves anything behind"
            : "\(count) of \(rows.count) \(count == 1 ? "leaves" : "leave") something behind"
        note =
            "leak: its numbers in the list of leaks; kept: the bytes that a request leaves alive; descriptors (fds)"
            + (hasThreads ? " and threads" : "") + ": how many it leaves open; stuck: tasks of all requests; "
            + "\(counted(report.rounds, "round")) of a block of \(report.requestsPerBlock) requests for each route"
        remarks = report.removals.map(\.sentence) + report.routes.compactMap(\.refusal)
    }

    private static func list(_ leaks: [Int]) -> String {
        guard !leaks.isEmpty else { return "-" }
        let shown = leaks.prefix(listedLeaks).map(String.init).joined(separator: ",")
        return shown + (leaks.count > listedLeaks ? "+" : "")
    }
}

extension RouteTable.Column {
    fileprivate init(_ name: String, short: String? = nil) { (self.name, self.short) = (name, short ?? name) }
}

extension Presentation {
    /// Returns the numbers of the leaks that a route leaves behind, in the list of all leaks.
    fileprivate func leaks(ofRoute name: String) -> [Int] {
        causes.indices.filter { causes[$0].routes?.contains { $0.name == name } == true }.map { $0 + 1 }
    }

    /// The number of routes that leave something behind: `3 of 20 routes leave something behind`, or `nil` without any.
    var routesDescription: String? {
        guard let routes = report.routes?.routes else { return nil }
        let count = routes.count(where: report.leavesSomething)
        return count > 0
            ? "\(count) of \(counted(routes.count, "route")) \(count == 1 ? "leaves" : "leave") something behind" : nil
    }
}
