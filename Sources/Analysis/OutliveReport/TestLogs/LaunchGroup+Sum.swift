internal import OutliveModel

extension [LaunchGroup] {
    /// The groups of several logs summed by name, longest launch time first.
    var summed: [LaunchGroup] {
        var sums: [[String?]: LaunchGroup] = [:]
        for group in self {
            let key = [group.suite, group.test]
            guard var sum = sums[key] else {
                sums[key] = group
                continue
            }
            sum.runs += group.runs
            sum.launches += group.launches
            sum.relaunches += group.relaunches
            sum.launchSeconds += group.launchSeconds
            sum.launchSecondsToIdle += group.launchSecondsToIdle
            sum.testSeconds += group.testSeconds
            sums[key] = sum
        }
        return sums.values.sorted {
            ($1.launchSeconds, $0.suite, $0.test ?? "") < ($0.launchSeconds, $1.suite, $1.test ?? "")
        }
    }
}
