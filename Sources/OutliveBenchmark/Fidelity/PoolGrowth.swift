internal import OutliveModel

/// Tells a runtime's pool that got a little larger from threads or descriptors that leak.
///
/// Go, Java and V8 start a thread when all others are busy, in a launch as after a reset, and keep it. When that
/// happens is chance. A leak goes on with the resets.
struct PoolGrowth {
    /// Threads or descriptors that are alike: of one name, numbers apart.
    struct Pool: Hashable {
        var check: FidelityCheck
        var name: String
        /// Whether the kernel's name of a thread has a number, or had one that was cut off.
        var isNumbered: Bool

        /// The pool that a subject belongs to; nil for what is in no pool, such as an open file.
        init?(_ subject: StrayFact.Subject) {
            guard subject.check.isOfPools, !(subject.check == .descriptors && subject.name.contains("/")) else {
                return nil
            }
            check = subject.check
            name = subject.name.split(omittingEmptySubsequences: false) { $0.isASCII && $0.isNumber }
                .filter { !$0.isEmpty }.joined(separator: "#")
            let thread = subject.name.split(separator: " blocks ", maxSplits: 1).first ?? ""
            isNumbered = check != .descriptors && (thread.contains(where: \.isNumber) || thread.utf8.count == 15)
        }
    }

    /// The fewest resets whose halves are judged by themselves.
    private static let fewestResets = 12
    /// How many more a pool may take than launches leave, where these leave fewer.
    private static let fewMore = 4

    /// How many launches leave at most.
    let launched: Int
    /// How many there were after each reset.
    let counts: [Int]

    /// Whether a pool explains a number that is above what launches leave.
    ///
    /// - Parameter last: the number at the end.
    func explains(_ last: Int, in pool: Pool, processors: Int) -> Bool {
        // A single one is no pool.
        guard launched >= (pool.isNumbered ? 1 : 2) else { return false }
        let more = last - launched
        guard more <= max(launched, processors, Self.fewMore) else { return false }
        guard counts.count >= Self.fewestResets else { return more * 2 < counts.count }
        return more < Self.fewMore || lateRises < 2
    }

    /// In how many of the second half of the resets the number reached a new maximum.
    private var lateRises: Int {
        var highest = launched
        return counts.enumerated().count { place, count in
            guard count > highest else { return false }
            highest = count
            return place >= counts.count / 2
        }
    }
}

extension ProcessState {
    /// How many threads or descriptors there are in each pool.
    var pools: [PoolGrowth.Pool: Int] {
        facts.reduce(into: [:]) { sizes, check in
            for (name, fact) in check.value {
                guard case .count(let count) = fact,
                    let pool = PoolGrowth.Pool(StrayFact.Subject(check: check.key, name: name))
                else { continue }
                sizes[pool, default: 0] += count
            }
        }
    }
}
