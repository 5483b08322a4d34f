internal import OutliveModel

/// Similar threads or descriptors: those with the same name apart from numbers.
struct Pool: Hashable {
    /// The minimum number of resets for a separate judgement of their second half.
    private static let minimumResets = 12
    /// The accepted increase of even the smallest pool.
    private static let fewMore = 4
    var check: FidelityCheck
    var name: String
    /// `true` if the kernel's name of a thread has a number, or may have lost one by truncation.
    var isNumbered: Bool

    /// Returns the pool of a subject; `nil` for a subject in no pool, such as an open file.
    init?(_ subject: UnexplainedFact.Subject) {
        guard subject.check.isOfPools, !(subject.check == .descriptors && subject.name.contains("/")) else {
            return nil
        }
        check = subject.check
        name = subject.name.split(omittingEmptySubsequences: false) { $0.isASCII && $0.isNumber }
            .filter { !$0.isEmpty }.joined(separator: "#")
        let thread = subject.name.split(separator: " blocks ", maxSplits: 1).first ?? ""
        isNumbered = check != .descriptors && (thread.contains(where: \.isNumber) || thread.utf8.count == 15)
    }

    /// Returns `true` if the growth of a runtime's pool explains a higher count than launches have, and no leak does.
    ///
    /// Go, Java and V8 start a thread when all others are busy, after a launch as after a reset, and keep it. They do
    /// so at random moments, whereas a leak continues with the resets.
    ///
    /// - Parameters:
    ///   - last: the count to explain.
    ///   - launched: the maximum count after launches.
    ///   - counts: the count after each reset.
    func explains(_ last: Int, launched: Int, counts: [Int], processors: Int) -> Bool {
        // A single thread or descriptor is no pool.
        guard launched >= (isNumbered ? 1 : 2) else { return false }
        let more = last - launched
        guard more <= max(launched, processors, Self.fewMore) else { return false }
        guard counts.count >= Self.minimumResets else { return more * 2 < counts.count }
        if more < Self.fewMore { return true }
        // The new maxima in the second half of the resets.
        var highest = launched
        let lateRises = counts.enumerated().count { index, count in
            guard count > highest else { return false }
            highest = count
            return index >= counts.count / 2
        }
        return lateRises < 2
    }
}

extension ProcessState {
    var pools: [Pool: Int] {
        facts.reduce(into: [:]) { sizes, check in
            for (name, fact) in check.value {
                guard case .count(let count) = fact,
                    let pool = Pool(UnexplainedFact.Subject(check: check.key, name: name))
                else { continue }
                sizes[pool, default: 0] += count
            }
        }
    }
}
