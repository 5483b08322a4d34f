internal import Outlive
internal import OutliveSupport
internal import OutliveWire

extension OpenMetrics {
    /// Creates the body of `GET /metrics`: the state of the application, its components and survivors, for Prometheus.
    init(_ history: ResetHistory) {
        self.init()
        let newest = history.reports.last
        add(
            "outlive_usable", help: "1 if the application is usable, 0 during a reset.", history.isUsable ? 1 : 0)
        add(
            "outlive_watched", help: "1 if components are recorded; otherwise there are no figures on them.",
            history.isWatched ? 1 : 0)
        add("outlive_generation", help: "The generation of the application.", Double(history.generation))
        add(
            "outlive_resets", .counter, help: "Resets since the start of the process.",
            Double(max(history.generation - 1, 0)))
        if let newest, history.isWatched { add(newest) }
        add(
            "outlive_process_resident_memory_bytes", help: "The resident memory of the process.",
            Self.residentBytes.map { [Sample(Double($0))] } ?? [])
    }

    private mutating func add(_ report: GenerationReport) {
        add(
            "outlive_live_components", help: "Live registered components after the last reset had settled.",
            Double(report.live))
        add(
            "outlive_survivors",
            help: "Live components that should have ended with their generation, after the last reset had settled.",
            report.unexpectedSurvivors.map { survivor in
                Sample(
                    Double(survivor.count),
                    labels: [
                        "component": survivor.key.name, "type": survivor.key.type,
                        "site": "\(survivor.key.site.fileID):\(survivor.key.site.line)",
                    ])
            })
        add(
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
