internal import Outlive
internal import OutliveHTTPServer
internal import OutliveSupport
internal import OutliveWire

/// The body of `GET /metrics`: the state of the application, its components and survivors, for Prometheus.
struct MetricsAnswer {
    private var metrics = OpenMetrics()

    init(_ history: ResetHistory) {
        let newest = history.reports.last
        metrics.add(
            "outlive_usable", help: "1 if the application is usable, 0 during a reset.", history.isUsable ? 1 : 0)
        metrics.add(
            "outlive_watched", help: "1 if components are recorded; otherwise there are no figures on them.",
            history.isWatched ? 1 : 0)
        metrics.add("outlive_generation", help: "The generation of the application.", Double(history.generation))
        metrics.add(
            "outlive_resets", .counter, help: "Resets since the start of the process.",
            Double(max(history.generation - 1, 0)))
        if let newest, history.isWatched { add(newest) }
        metrics.add(
            "outlive_process_resident_memory_bytes", help: "The resident memory of the process.",
            Self.residentBytes.map { [OpenMetrics.Sample(Double($0))] } ?? [])
    }

    var response: HTTPResponse {
        HTTPResponse(
            fields: [
                "Content-Type": OpenMetrics.mediaType, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
            ],
            body: .whole(metrics.bytes))
    }

    private mutating func add(_ report: GenerationReport) {
        metrics.add(
            "outlive_live_components", help: "Live registered components after the last reset had settled.",
            Double(report.live))
        metrics.add(
            "outlive_survivors",
            help: "Live components that should have ended with their generation, after the last reset had settled.",
            report.unexpectedSurvivors.map { survivor in
                OpenMetrics.Sample(
                    Double(survivor.count),
                    labels: [
                        "component": survivor.key.name, "type": survivor.key.type,
                        "site": "\(survivor.key.site.fileID):\(survivor.key.site.line)",
                    ])
            })
        metrics.add(
            "outlive_settle_seconds", help: "The time until the components of the last generation were released.",
            report.settleSeconds)
    }

    /// The resident bytes of this process, or `nil` where the kernel does not report them in `/proc`.
    private static var residentBytes: Int? {
        guard let pages = readText("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
