internal import Glibc

/// The processes that a child process started and that did not leave its group.
///
/// The child itself leads the group, so that both have the same number. A process that makes a session or group of
/// its own leaves, and is out of reach.
struct ProcessGroup: Hashable, Sendable {
    /// The group's number: the process number of its leader.
    let id: pid_t

    /// Kills every process of the group; does nothing when there is none.
    func kill() {
        // -1 or -0 would reach every process there is.
        if id > 1 { _ = Glibc.kill(-id, SIGKILL) }
    }

    /// Waits until what was killed is gone, so that its ports and files are free; two seconds at most.
    ///
    /// Its zombies do not count: in a container nobody may ever reap them.
    func awaitEnd() async {
        let deadline = SuspendingClock.now + .seconds(2)
        while Glibc.kill(-id, 0) == 0, hasRunningMember, SuspendingClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(1), clock: .suspending)
        }
    }

    private var hasRunningMember: Bool {
        ProcessTable.current.rows.contains { $0.group == id && !$0.hasEnded }
    }
}
