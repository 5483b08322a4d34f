internal import OutliveModel

/// The sums by suite and by test case, for a bounded number of names.
struct LaunchGroups {
    /// The maximum number of test cases with launches, and of suites; the sums of the log include all.
    static let maximum = 100_000

    private typealias Group = (suite: String, test: String?, counts: LaunchCounts)

    private var suites: [UInt64: Group] = [:]
    private var cases: [UInt64: Group] = [:]
    /// The number of launches in test cases beyond the maximum.
    private(set) var unlistedLaunches = 0

    mutating func add(_ run: CaseInProgress, _ counts: LaunchCounts) {
        (run.name ?? []).withUnsafeBytes { bytes in
            let name = testCaseName(bytes)
            let digest = BlockDigest(of: name.suite).value
            Self.add(counts, to: &suites, digest) {
                (String(decoding: name.suite, as: UTF8.self), nil, counts)
            }
            guard counts.launches > 0 else { return }
            let isListed = Self.add(counts, to: &cases, run.nameDigest) {
                (String(decoding: name.suite, as: UTF8.self), String(decoding: name.test, as: UTF8.self), counts)
            }
            if !isListed { unlistedLaunches += counts.launches }
        }
    }

    /// Adds figures to the group of a name.
    ///
    /// - Returns: `true` unless the maximum was reached.
    @discardableResult
    private static func add(
        _ counts: LaunchCounts, to groups: inout [UInt64: Group], _ digest: UInt64, _ make: () -> Group
    ) -> Bool {
        if let index = groups.index(forKey: digest) {
            groups.values[index].counts += counts
        } else if groups.count < maximum {
            groups[digest] = make()
        } else {
            return false
        }
        return true
    }

    /// The suites that launched, most launch time first.
    var launchingSuites: [LaunchGroup] { Self.sorted(suites) }
    /// The test cases that launched, most launch time first.
    var launchingCases: [LaunchGroup] { Self.sorted(cases) }

    private static func sorted(_ groups: [UInt64: Group]) -> [LaunchGroup] {
        groups.values.filter { $0.counts.launches > 0 }
            .map { LaunchGroup(suite: $0.suite, test: $0.test, figures: $0.counts.figures) }
            .sorted {
                ($1.launchSeconds, $0.suite, $0.test ?? "", $0.runs)
                    < ($0.launchSeconds, $1.suite, $1.test ?? "", $1.runs)
            }
    }
}
