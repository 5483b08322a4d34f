internal import OutliveSupport

/// A child process and its descendants that have not left its group.
///
/// The child leads the group, so both have the same number. A process that creates a session or group of its own leaves
/// it; see `ProcessFamily`.
struct ProcessGroup: Hashable, Sendable {
    /// The number of the group and its leader.
    let id: pid_t

    /// Kills every process of the group; does nothing if there is none.
    func kill() {
        // -1 and 0 would reach other processes.
        if id > 1 { _ = Glibc.kill(-id, SIGKILL) }
    }
}
