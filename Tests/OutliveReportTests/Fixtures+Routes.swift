import OutliveModel

extension Report {
    /// A run of a service of four routes, one of which leaks objects and another descriptors.
    static var leakingRoutes: Report {
        var report = Report.heapLeaking
        report.plan.reset = nil
        report.plan.done = nil
        report.plan.work = "4 routes"
        report.findings = [.grown("NoteService.Session", 10, bytes: 1_600, at: .registration)]
        report.findings[0].routes = [LeakingRoute(name: "GET /users/{id}", share: 1)]
        let growing = Slope(
            metric: .descriptors, perCycle: 10, interval: Interval(lower: 10, upper: 10), minimumEffect: 0.05,
            cycles: 10,
            course: .lasting)
        let answered = [RouteAnswers(status: 200, count: 100)]
        report.routes = RouteReport(
            requestsPerBlock: 10,
            routes: [
                RouteFigures(
                    name: "GET /health", requests: 100, answers: answered, latency: .around(0.000_21, spread: 0.000_01),
                    keptBytes: 0, stuckTasks: 0),
                RouteFigures(
                    name: "GET /users/{id}", requests: 100, answers: answered,
                    latency: .around(0.0012, spread: 0.000_1), keptBytes: 160, stuckTasks: 0),
                RouteFigures(
                    name: "POST /users/{id}/a-very-long-name-of-a-collection/{id}/of-notes", requests: 100,
                    answers: answered, latency: .around(0.004, spread: 0.000_1), keptBytes: 12, growth: [growing],
                    stuckTasks: 20),
                RouteFigures(
                    name: "DELETE /users/{id}", requests: 100, answers: [RouteAnswers(status: 404, count: 100)],
                    latency: .around(0.0003, spread: 0.000_1), keptBytes: 0, stuckTasks: 0),
            ],
            removals: [
                RouteRemoval(
                    creator: "POST /users/{id}/notes", remover: "DELETE /users/{id}", subject: "NoteService.Note",
                    others: 2, removed: 80, blocks: 8)
            ],
            blocks: [
                RouteBlock(
                    round: 1, route: 0, birth: 1, seconds: [0.0002, 0.0003],
                    vitals: Vitals(residentBytes: 30_000_000, threads: 4, descriptors: 9), liveBytes: 1_200_000),
                RouteBlock(round: 1, route: nil, birth: 2, liveBytes: 1_200_000),
            ])
        return report
    }
}
