internal import OutliveModel
internal import OutliveSupport

/// The live processes, for a last cleanup when the harness ends without having stopped them.
///
/// Closed after `killLaunchedProcesses`, because a process started then would have no owner.
private let launched = Lock((families: [pid_t: ProcessFamily](), starting: 0, isClosed: false))

/// Kills every launched process that was not stopped, with all its descendants, without a grace period.
///
/// No further launch is possible, so that a test whose application dies does not relaunch it while this process
/// ends. Waits at most five seconds until the processes are gone. Safe from any thread, but not in a signal
/// handler.
package func killLaunchedProcesses() {
    let deadline = SuspendingClock.now + .seconds(5)
    let families = launched.withLock { state in
        state.isClosed = true
        return state.families.values
    }
    for family in families { family.killGroup() }
    // `register` kills a process that is just starting, so this process must not end before.
    while launched.withLock({ $0.starting > 0 }), SuspendingClock.now < deadline { usleep(1000) }
    while !families.isEmpty, SuspendingClock.now < deadline {
        let table = ProcessEntry.all
        guard families.map({ $0.members(in: table).killRunning() }).contains(true) else { break }
        usleep(5000)
    }
}

extension ProcessFamily {
    /// Announces the start of a process; `register` or `startFailed` must follow.
    ///
    /// - Throws: `Failure` after `killLaunchedProcesses`, because this process is about to end.
    static func beginStart(of command: some CustomStringConvertible) throws(Failure) {
        try launched.withLock { state throws(Failure) in
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
    static func startFailed() { launched.withLock { $0.starting -= 1 } }

    /// Registers a family that was just started; must be called before its leader can be reaped.
    ///
    /// Kills the family if `killLaunchedProcesses` was called in the meantime.
    func register() {
        let isLate = launched.withLock { state in
            state.families[group] = self
            for charge in charges { Watchdog.add(charge) }
            return state.isClosed
        }
        if isLate { killGroup() }
        launched.withLock { $0.starting -= 1 }
    }

    /// Unregisters the family; must be called before its leader is reaped, because the number may be reused afterwards.
    func unregister() {
        guard launched.withLock({ $0.families.removeValue(forKey: group) }) != nil else { return }
        for charge in charges { Watchdog.remove(charge) }
    }

    /// The group, and the marks of daemons that have left it.
    private var charges: [Watchdog.Charge] { [.group(group)] + marks.map { .variable("\($0)=\($1)") } }
}
