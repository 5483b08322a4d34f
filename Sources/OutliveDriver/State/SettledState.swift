public import OutliveModel

extension Application {
    /// What the process holds, once two looks in a row see the same: some programs say that they are ready while
    /// they still start their helpers.
    ///
    /// - Returns: what was seen last, after two seconds at most; nil when `state()` has nothing to say.
    public func settledState() async -> ProcessState? {
        let deadline = SuspendingClock.now + .seconds(2)
        var seen = await state()
        while seen != nil, SuspendingClock.now < deadline {
            // A cancelled run has no time left; what was seen will do.
            guard (try? await Task.sleep(for: .milliseconds(50), clock: .suspending)) != nil else { return seen }
            let next = await state()
            if next == seen { break }
            seen = next
        }
        return seen
    }
}
