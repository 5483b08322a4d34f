public import OutliveModel

extension Application {
    /// What the process holds, once it has stayed the same for a while: some programs say that they are ready while
    /// they still start their helpers, which on a busy machine takes longer than one pause between two looks.
    ///
    /// - Returns: what was seen last, after two seconds at most; nil when `state()` has nothing to say.
    public func settledState() async -> ProcessState? { await settledState(clock: SuspendingClock()) }

    /// As above, by another clock.
    func settledState(clock: some Clock<Duration>) async -> ProcessState? {
        let deadline = clock.now.advanced(by: .seconds(2))
        var seen = await state()
        var unchanged = 0
        while seen != nil, clock.now < deadline {
            // A cancelled run has no time left; what was seen will do.
            guard (try? await clock.sleep(for: .milliseconds(50))) != nil else { return seen }
            let next = await state()
            unchanged = next == seen ? unchanged + 1 : 0
            if unchanged == 3 { break }
            seen = next
        }
        return seen
    }
}
