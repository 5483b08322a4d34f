internal import OutliveModel

/// Traces that are alike as one.
struct TraceGroups {
    /// The most frequent first, then by fingerprint.
    let traces: [LeakTrace]

    /// Groups traces by fingerprint; the one whose words come first speaks for its group.
    init(_ all: [(trace: LeakTrace, count: Int)]) {
        var groups: [String: LeakTrace] = [:]
        var counts: [String: Int] = [:]
        for (trace, count) in all {
            counts[trace.fingerprint, default: 0] += count
            if let known = groups[trace.fingerprint], known.description <= trace.description { continue }
            groups[trace.fingerprint] = trace
        }
        traces = groups.values.map { trace in
            var trace = trace
            trace.objects = counts[trace.fingerprint] ?? 0
            return trace
        }.sorted { ($1.objects, $0.fingerprint) < ($0.objects, $1.fingerprint) }
    }
}
