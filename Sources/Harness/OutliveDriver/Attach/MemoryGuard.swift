package import OutliveModel

/// A guard that takes a snapshot of a process whenever its memory reaches a threshold.
///
/// After a snapshot, the memory has to fall by a tenth below the threshold before the next one.
package struct MemoryGuard: Sendable {
    /// The fastest growth of a process in bytes per second, which decides how soon the memory is read again.
    private static let fastestGrowth = 4e9
    private static let pauses = Duration.milliseconds(4)...Duration.seconds(1)
    /// The number of consecutive failed snapshots after which the guard waits for the next rise.
    private static let maximumFailures = 3

    private let subject: any GuardedProcess
    private let clock: any Clock<Duration>

    package init(_ subject: any GuardedProcess, clock: any Clock<Duration> = SuspendingClock()) {
        (self.subject, self.clock) = (subject, clock)
    }

    /// Guards the process until it ends.
    ///
    /// - Throws: `CancellationError`.
    package func run() async throws {
        var isArmed = true
        var failures = 0
        while subject.isRunning, let reading = subject.reading() {
            if isArmed, reading.isReached {
                let isDone = await subject.take(reading)
                failures = isDone ? 0 : failures + 1
                isArmed = !isDone && failures < Self.maximumFailures
            } else if !isArmed, reading.isFarBelow {
                (isArmed, failures) = (true, 0)
            }
            try await clock.sleep(for: isArmed ? Self.pause(after: reading) : Self.pauses.upperBound)
        }
    }

    /// Returns the time in which even the fastest growth uses half of the room that is left.
    static func pause(after reading: MemoryReading) -> Duration {
        let room = Double(max(reading.threshold - reading.used, 0))
        return min(max(.seconds(room / 2 / fastestGrowth), pauses.lowerBound), pauses.upperBound)
    }
}

/// A process that a guard reads, and takes snapshots of.
package protocol GuardedProcess: Sendable {
    var isRunning: Bool { get }
    /// Reads the use of memory; `nil` if the process is gone.
    func reading() -> MemoryReading?
    /// Takes and keeps a snapshot, unless that is not due.
    ///
    /// - Returns: `false` if it failed, and should be tried again.
    func take(_ reading: MemoryReading) async -> Bool
}
