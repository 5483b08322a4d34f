internal import COutliveDriver
internal import Glibc

/// The processes that fall to this one because their parents have ended: daemons that children left behind.
public enum Orphans {
    /// The children from before; nil as long as orphans are not adopted.
    private static let inherited = Locked<Set<pid_t>?>(nil)

    /// Adopts orphans from now on, so that every process that a child leaves behind can be found and killed.
    ///
    /// For a program whose children are all started by this module and one after the other, as everybody else's are
    /// killed with them; those that are there already, such as a shell's before it became this program, are left
    /// alone. Does nothing where the system knows no adoption. From any thread.
    public static func adopt() {
        guard outl_become_subreaper() == 0 else { return }
        let children = ProcessTable.now.processes.filter { $0.parent == getpid() }.map(\.id)
        inherited.withLock { $0 = $0 ?? Set(children) }
    }

    /// The adopted processes, running or not; none where they are not adopted.
    static func all(in table: ProcessTable) -> [ProcessEntry] {
        guard let inherited = inherited.withLock({ $0 }) else { return [] }
        return table.processes.filter { process in
            process.parent == getpid() && !inherited.contains(process.id)
                && !LastResort.holds(ProcessGroup(id: process.id))
        }
    }

    /// Reaps the adopted that have ended; their parent would have done so, or init.
    ///
    /// Never a child of this module: swift-subprocess waits for these.
    static func reap() {
        for orphan in all(in: .now) where !orphan.isRunning { waitpid(orphan.id, nil, WNOHANG) }
    }

    /// Kills the adopted and all that they started, and waits until they are gone, a second at most.
    static func killAll() {
        for _ in 0..<200 {
            let table = ProcessTable.now
            guard table.families(of: all(in: table)).killRunning() else { return }
            usleep(5000)
        }
    }
}
