extension [SoakCycle] {
    /// Returns the cycles of a soak in which growth is judged: the longest series without a fallback, minus its start.
    ///
    /// A fallback starts a new process, in whose first cycles memory, caches and branch predictors settle. The first
    /// fifth of the series is therefore excluded. The fifth is of the measured cycles, so that an interrupted run has
    /// slopes, too.
    ///
    /// - Parameter warmup: the minimum number of excluded cycles.
    /// - Returns: consecutive cycles in the order of the soak; none if the series is too short.
    /// - Complexity: O(n).
    package func judged(warmup: Int) -> ArraySlice<SoakCycle> {
        let longest = split(whereSeparator: \.fellBack).max { $0.count < $1.count } ?? []
        return longest.dropFirst(Swift.max(warmup, longest.count / 5))
    }
}
