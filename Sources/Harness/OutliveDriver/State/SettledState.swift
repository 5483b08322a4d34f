package import OutliveModel

extension Application {
    /// Returns the state of the process once it is stable, because some programs start helpers after they are ready.
    ///
    /// The state is stable after three unchanged reads, 50 ms apart.
    ///
    /// - Returns: the last state read, after two seconds at most, or `nil` if `state()` is `nil`.
    package func settledState() async -> ProcessState? { await settledState(clock: SuspendingClock()) }

    /// Returns the state once it is stable by a given clock.
    func settledState(clock: some Clock<Duration>) async -> ProcessState? {
        let deadline = clock.now.advanced(by: .seconds(2))
        var seen = await state()
        var unchanged = 0
        while seen != nil, clock.now < deadline {
            // A cancelled run returns the state read so far.
            guard (try? await clock.sleep(for: .milliseconds(50))) != nil else { return seen }
            let next = await state()
            unchanged = next == seen ? unchanged + 1 : 0
            if unchanged == 3 { break }
            seen = next
        }
        return seen
    }
}
