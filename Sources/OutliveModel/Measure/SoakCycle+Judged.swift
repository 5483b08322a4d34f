extension [SoakCycle] {
    /// The cycles of a soak that growth is judged by.
    ///
    /// A fallback makes a new process, so these are of the longest stretch without one; and as memory, caches and branch
    /// predictors settle in a new process's first cycles, the first fifth of the stretch is left out, of what was
    /// measured and not of what was planned, so that a run that was interrupted has slopes too.
    ///
    /// - Parameter warmup: the fewest cycles of the stretch that are left out.
    /// - Returns: cycles in a row, in the order of the soak; none where it was too short.
    /// - Complexity: O(n).
    public func judged(warmup: Int) -> ArraySlice<SoakCycle> {
        let longest = split(whereSeparator: \.fellBack).max { $0.count < $1.count } ?? []
        return longest.dropFirst(Swift.max(warmup, longest.count / 5))
    }
}
