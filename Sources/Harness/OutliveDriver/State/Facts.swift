internal import OutliveModel

typealias Facts = [String: ProcessState.Fact]

extension Facts {
    /// Creates facts with the number of occurrences of each subject.
    init(counting subjects: some Sequence<String>) {
        var counts: [String: Int] = [:]
        for subject in subjects { counts[subject, default: 0] += 1 }
        self = counts.mapValues { .count($0) }
    }

    /// Creates facts with the presence of each subject, regardless of the number of occurrences.
    init(present subjects: some Sequence<String>) {
        self.init(subjects.lazy.map { ($0, .count(1)) }) { first, _ in first }
    }

    /// Creates facts with the setting of each subject.
    init(settings: [String: String]) {
        self = settings.mapValues { .setting($0) }
    }
}
