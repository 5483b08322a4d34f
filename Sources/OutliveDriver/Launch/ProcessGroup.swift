internal import FoundationEssentials
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
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.lazy.filter { Int($0) != nil }.contains { process in
            guard let stat = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
            // `pid (name) state ppid pgrp ...`, where the name may hold anything.
            let text = String(decoding: stat, as: UTF8.self)
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
            return fields.count > 3 && fields[3] == "\(id)" && fields[1] != "Z" && fields[1] != "X"
        }
    }
}
