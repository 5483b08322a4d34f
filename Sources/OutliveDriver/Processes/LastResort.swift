internal import Glibc
internal import OutliveModel

/// Ends what is still alive when the harness itself ends without having stopped it.
public enum LastResort {
    private struct State {
        var families: [ProcessGroup: Family] = [:]
        /// How many processes are being started at this moment.
        var starting = 0
        /// Whether all were killed: then nothing is started any more, as nobody would end it.
        var isClosed = false
    }

    private static let state = Locked(State())

    /// Kills every process that was launched and not stopped, and all that it started, at once and without grace.
    ///
    /// Nothing can be launched from then on: who sees its application die must not relaunch it while this process ends.
    /// Waits until they are gone, five seconds at most. From any thread, but not in a signal handler.
    public static func killAll() {
        let deadline = SuspendingClock.now + .seconds(5)
        let families = state.withLock { state in
            state.isClosed = true
            return state.families
        }
        for group in families.keys { group.kill() }
        // What is just being started is killed by `add`, for which this process must not have ended.
        while state.withLock({ $0.starting > 0 }), SuspendingClock.now < deadline { usleep(1000) }
        while !families.isEmpty, SuspendingClock.now < deadline {
            let table = ProcessTable.now
            guard families.values.map({ $0.members(in: table).killRunning() }).contains(true) else { break }
            usleep(5000)
        }
    }

    /// Announces that a process is about to be started; to be followed by `add` or `startFailed`.
    ///
    /// - Throws: `Failure` when all was killed, as this process is about to end.
    static func beginStart(of command: Command) throws {
        try state.withLock { state in
            guard !state.isClosed else {
                throw Failure(
                    .harness,
                    "'\(command)' is not started, as this process is about to end: run it again if that was a mistake")
            }
            state.starting += 1
        }
        Watchdog.start()
    }

    /// Says that the process which was announced could not be started.
    static func startFailed() {
        state.withLock { $0.starting -= 1 }
    }

    /// Remembers a family that was just started; to be called before its leader can have been reaped.
    ///
    /// Kills it where all the others have been killed meanwhile.
    static func add(_ family: Family) {
        let isLate = state.withLock { state in
            state.families[family.group] = family
            for charge in family.charges { Watchdog.add(charge) }
            return state.isClosed
        }
        if isLate { family.group.kill() }
        state.withLock { $0.starting -= 1 }
    }

    /// Forgets a family; to be called before its leader is reaped, as its number may be used again after.
    static func remove(_ group: ProcessGroup) {
        let family = state.withLock { $0.families.removeValue(forKey: group) }
        for charge in family?.charges ?? [] { Watchdog.remove(charge) }
    }
}

extension Family {
    /// The group, and the daemons that have left it.
    fileprivate var charges: [Watchdog.Charge] { [.group(group)] + marks.map { .variable($0) } }
}
