internal import OutliveModel

/// The facts of one check, by subject.
typealias Facts = [String: ProcessState.Fact]

extension Facts {
    /// How often each subject occurs.
    init(counting subjects: some Sequence<String>) {
        var counts: [String: Int] = [:]
        for subject in subjects { counts[subject, default: 0] += 1 }
        self = counts.mapValues { .count($0) }
    }

    /// That each subject is there, however often.
    init(present subjects: some Sequence<String>) {
        self.init(subjects.lazy.map { ($0, .count(1)) }) { first, _ in first }
    }

    /// What each subject is set to.
    init(settings: [String: String]) {
        self = settings.mapValues { .setting($0) }
    }
}
