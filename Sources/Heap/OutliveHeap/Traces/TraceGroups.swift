internal import OutliveModel

/// Leak traces merged by fingerprint.
struct TraceGroups {
    struct Item {
        var trace: LeakTrace
        var count: Int
        /// `true` if the trace may begin at a stale word.
        var isDoubtful = false
    }

    /// The traces, the most frequent first, then by fingerprint.
    let traces: [LeakTrace]

    /// Merges traces by fingerprint; the most frequent wording represents a group, then the first in order.
    ///
    /// If the first group is certain and doubtful ones cover less than a fifth of all objects, their objects count as
    /// the first group's.
    init(_ all: [Item]) {
        struct Group {
            var trace: LeakTrace
            var count = 0
            var isDoubtful = true
            var words: [String: (count: Int, trace: LeakTrace)] = [:]
        }
        var groups: [String: Group] = [:]
        for item in all {
            var group = groups[item.trace.fingerprint] ?? Group(trace: item.trace)
            group.count += item.count
            group.isDoubtful = group.isDoubtful && item.isDoubtful
            group.words[item.trace.description, default: (0, item.trace)].count += 1
            groups[item.trace.fingerprint] = group
        }
        var found = groups.values.map { group in
            let best = group.words.min { ($1.value.count, $0.key) < ($0.value.count, $1.key) }!
            var group = group
            group.trace = best.value.trace
            return group
        }.sorted { ($1.count, $0.trace.fingerprint) < ($0.count, $1.trace.fingerprint) }
        let doubtful = found.dropFirst().filter(\.isDoubtful).reduce(0) { $0 + $1.count }
        if let first = found.first, !first.isDoubtful, doubtful * 5 < all.reduce(0, { $0 + $1.count }) {
            found = [first] + found.dropFirst().filter { !$0.isDoubtful }
            found[0].count += doubtful
        }
        traces = found.map { group in
            var trace = group.trace
            trace.objects = group.count
            return trace
        }
    }
}
