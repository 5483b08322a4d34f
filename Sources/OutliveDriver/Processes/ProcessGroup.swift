internal import Glibc

/// The processes that a child process started and that did not leave its group.
///
/// The child itself leads the group, so that both have the same number. A process that makes a session or group of
/// its own leaves; see `Family`.
struct ProcessGroup: Hashable, Sendable {
    /// The group's number: the process number of its leader.
    let id: pid_t

    /// Kills every process of the group; does nothing when there is none.
    func kill() {
        // -1 or -0 would reach every process there is.
        if id > 1 { _ = Glibc.kill(-id, SIGKILL) }
    }
}
