internal import OutliveModel

/// The evidence that a rise is the course of a bounded store, and not a leak.
///
/// A leak must not pass as a store. So the rules need more than a suitable series of numbers: no object of the oldest
/// cycles is left, the type as a whole does not grow, or what has risen is released again.
extension HeapSeries {
    /// Returns `true` if the objects of a finding are probably in a bounded store.
    func isStore(_ finding: Finding) -> Bool {
        replacesItself(finding) || replacesOthers(finding)
            || cycles.map { sum(\.total, of: finding.key, in: $0) }.endsInFall
    }

    /// Returns `true` if the objects belong to a store that is emptied in part from time to time.
    ///
    /// A cache of two generations is an example.
    /// Their number has fallen by more than a quarter, and of the objects that the oldest cycles left for a while, none
    /// remains. A leak keeps some objects of each cycle in which it leaked.
    private func replacesItself(_ finding: Finding) -> Bool {
        let totals = cycles.map { sum(\.total, of: finding.key, in: $0) }
        guard [finding.live, totals].contains(where: { $0.dropFirst(warmup).falls }) else { return false }
        let cohorts = cycles.map { births(of: finding.key, in: $0) }
        let oldest = warmup..<(warmup + max((cycles.count - warmup) / 3, 1))
        // Objects in use at the moment of a census are gone at the next.
        let kept = oldest.filter { birth in cohorts.count { $0[birth, default: 0] > 0 } >= 3 }
        return !kept.isEmpty && kept.allSatisfy { cohorts.last?[$0, default: 0] == 0 }
    }

    /// Returns `true` if the objects take the place of others of their type.
    ///
    /// One line fills a ring, and another overwrites it. From the start of the rise, the objects of other sites
    /// decrease as much, by number and by bytes, after each cycle. Raw blocks of two sites have nothing in common.
    private func replacesOthers(_ finding: Finding) -> Bool {
        guard finding.key.name != finding.key.type, finding.type.kind != .raw else { return false }
        let others = Set(cycles.lazy.flatMap(\.keys)).filter {
            $0.type == finding.key.type && !counts($0, for: finding.key)
        }
        return [\Group.alive, \Group.allBytes].allSatisfy { amount in
            let own = cycles.map { sum({ $0[keyPath: amount] }, of: finding.key, in: $0) }
            return own.replaces(others.map { key in cycles.map { $0[key]?[keyPath: amount] ?? 0 } }, after: warmup)
        }
    }
}

extension [Int] {
    /// Returns `true` if other series fall by about as much as this one rises, in all cycles since its lowest number.
    fileprivate func replaces(_ others: [[Int]], after warmup: Int) -> Bool {
        guard let last, let lowest = suffix(from: Swift.min(Swift.max(warmup - 1, 0), count)).min(),
            let start = lastIndex(of: lowest), last > lowest,
            // Both sites are in use in the first cycle of the rise.
            start + 1 + LiveSeries.risesForLeak <= count - 1, (self[start + 1] - lowest) * 3 <= last - lowest
        else { return false }
        // Others only vary.
        let shrinking = others.filter { ($0.max() ?? 0) - ($0.last ?? 0) >= Swift.max((last - lowest) / 4, 1) }
        return indices.dropFirst(start + 2).allSatisfy { cycle in
            let fall = shrinking.reduce(0) { $0 + $1[start + 1] - $1[cycle] }
            return fall * 4 >= (self[cycle] - self[start + 1]) * 3
        }
    }
}

extension [Int] {
    /// `true` if the last three changes are falls that together exceed all earlier falls.
    fileprivate var endsInFall: Bool {
        guard count > 4, zip(suffix(4), suffix(3)).allSatisfy({ $0 > $1 }) else { return false }
        let earlier = dropLast(3).reduce(into: (highest: 0, fall: 0)) { state, number in
            state.highest = Swift.max(state.highest, number)
            state.fall = Swift.max(state.fall, state.highest - number)
        }
        return earlier.highest - self[count - 1] > earlier.fall
    }
}

extension ArraySlice<Int> {
    /// `true` if a number is less than three quarters of an earlier one.
    fileprivate var falls: Bool {
        var highest = 0
        return contains { number in
            highest = Swift.max(highest, number)
            return number * 4 < highest * 3
        }
    }
}
