internal import OutliveModel
internal import OutliveSupport

/// The last cleanup of live processes when the harness ends without having stopped them.
package enum LaunchedProcesses {
    /// Closed after `killAll`, because a process started then would have no owner.
    private static let state = Lock((families: [pid_t: ProcessFamily](), starting: 0, isClosed: false))

    /// Kills every launched process that was not stopped, with all its descendants, without a grace period.
    ///
    /// No further launch is possible, so that a test whose application dies does not relaunch it while this process
    /// ends. Waits at most five seconds until the processes are gone. Safe from any thread, but not in a signal
    /// handler.
    package static func killAll() {
        let deadline = SuspendingClock.now + .seconds(5)
        let families = state.withLock { state in
            state.isClosed = true
            return state.families
        }
        for family in families.values { family.killGroup() }
        // `add` kills a process that is just starting, so this process must not end before.
        while state.withLock({ $0.starting > 0 }), SuspendingClock.now < deadline { usleep(1000) }
        while !families.isEmpty, SuspendingClock.now < deadline {
            let table = ProcessEntry.all
            guard families.values.map({ $0.members(in: table).killRunning() }).contains(true) else { break }
            usleep(5000)
        }
    }

    /// Announces the start of a process; `add` or `startFailed` must follow.
    ///
    /// - Throws: `Failure` after `killAll`, because this process is about to end.
    static func beginStart(of command: some CustomStringConvertible) throws(Failure) {
        try state.withLock { state throws(Failure) in
            guard !state.isClosed else {
                throw Failure(
                    .harness,
                    "'\(command)' is not started, as this process is about to end: run it again if that was a mistake")
            }
            state.starting += 1
        }
        Watchdog.start()
    }

    /// Withdraws the announcement of a process that could not be started.
    static func startFailed() { state.withLock { $0.starting -= 1 } }

    /// Registers a family that was just started; must be called before its leader can be reaped.
    ///
    /// Kills the family if `killAll` was called in the meantime.
    static func add(_ family: ProcessFamily) {
        let isLate = state.withLock { state in
            state.families[family.group] = family
            for charge in family.charges { Watchdog.add(charge) }
            return state.isClosed
        }
        if isLate { family.killGroup() }
        state.withLock { $0.starting -= 1 }
    }

    /// Unregisters a family; must be called before its leader is reaped, because the number may be reused afterwards.
    static func remove(_ group: pid_t) {
        let family = state.withLock { $0.families.removeValue(forKey: group) }
        for charge in family?.charges ?? [] { Watchdog.remove(charge) }
    }
}

extension ProcessFamily {
    /// The group, and the marks of daemons that have left it.
    fileprivate var charges: [Watchdog.Charge] { [.group(group)] + marks.map { .variable("\($0)=\($1)") } }
}
