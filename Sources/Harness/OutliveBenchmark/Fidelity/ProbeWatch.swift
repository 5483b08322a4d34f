internal import OutliveModel

/// A comparison of the probe's output after every reset with that after the launch.
struct ProbeWatch {
    /// The maximum number of distinct differences that are kept; growing state differs after every reset.
    static let differencesKept = 10

    /// The differences between the state after a reset and after a launch, one for each distinct output.
    private(set) var differences: [StateDifference] = []
    private(set) var dropped = 0
    /// `true` if the probe printed something else before a reset than after a launch, so that a reset undoes it.
    private(set) var sawAChange = false
    private(set) var baseline: [UInt8]?
    private var seen: [[UInt8]: Int] = [:]

    /// Records the output after a launch; the first one is the baseline.
    ///
    /// - Throws: `unstableProbe` if another launch has a different output, because resets cannot be judged then.
    mutating func launched(printed: [UInt8]?) throws(Failure) {
        guard let printed else { return }
        guard let baseline else { return self.baseline = printed }
        guard printed != baseline else { return }
        let (first, second) = firstDifference(baseline, printed)
        throw Failure(
            .unstableProbe,
            "two fresh launches already differ in what the probe prints (\(first) and \(second)), so no reset can be "
                + "judged by it; make it print only what a launch determines, without times, numbers or ports")
    }

    /// Takes the output after a launch of another instance as the baseline, if there is none yet.
    mutating func adopt(baseline: [UInt8]) { self.baseline = self.baseline ?? baseline }

    /// Records the output before a reset or relaunch, after the work.
    mutating func used(printed: [UInt8]?) {
        guard let printed, let baseline, printed != baseline else { return }
        sawAChange = true
    }

    mutating func wasReset(printed: [UInt8]?, cycle: Int) {
        guard let printed, let baseline, printed != baseline else { return }
        if let index = seen[printed] {
            differences[index].occurrences += 1
        } else if differences.count < Self.differencesKept {
            seen[printed] = differences.count
            differences.append(
                StateDifference(
                    cycle: cycle, expected: String(decoding: baseline, as: UTF8.self),
                    actual: String(decoding: printed, as: UTF8.self)))
        } else {
            dropped += 1
        }
    }

    var notes: [String] {
        guard dropped > 0 else { return [] }
        return [
            "after \(dropped) more resets the probe printed other texts; "
                + "the first \(Self.differencesKept) distinct outputs are kept"
        ]
    }
}

private func firstDifference(_ one: [UInt8], _ other: [UInt8]) -> (String, String) {
    func lines(_ bytes: [UInt8]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }
    func quoted(_ line: Substring?) -> String {
        guard let line else { return "nothing" }
        return line.count > 60 ? "\"\(line.prefix(60))...\"" : "\"\(line)\""
    }
    let (left, right) = (lines(one), lines(other))
    let index = zip(left, right).prefix { $0 == $1 }.count
    return (quoted(left.dropFirst(index).first), quoted(right.dropFirst(index).first))
}
