internal import OutliveModel
internal import OutliveSupport
internal import Synchronization

/// A child process and all its descendants, also after they have left its group, session and parent.
///
/// A daemon is recognised by its parent while that lives, and by its initial environment. A process with a different
/// environment and without living parents is not found.
struct ProcessFamily: Sendable {
    /// The group that the child leads, so that both have the same number.
    let group: pid_t
    let marks: [String: String]
    private let leader: ProcessEntry?
    /// The members seen so far, because the end of a parent may make a member unrecognisable.
    private var seen: Set<ProcessEntry> = []

    init(of group: pid_t, marks: [String: String]) {
        self.group = group
        self.marks = marks
        leader = ProcessEntry(group)
    }

    /// Records the current members; call it before the child is stopped.
    mutating func update() { seen = members(in: ProcessEntry.all) }

    /// Kills the processes that have not left the group; does nothing if there is none.
    func killGroup() {
        // -1 and 0 would reach other processes.
        if group > 1 { _ = kill(-group, SIGKILL) }
    }

    /// Kills all members and waits until they are gone and their ports and files are free, at most two seconds.
    ///
    /// Call it after the child has ended and before it is reaped, because its number may be reused afterwards.
    mutating func end() async {
        let deadline = SuspendingClock.now + .seconds(2)
        // Repeated, because a killed process may just have started another.
        while true {
            update()
            guard seen.killRunning(), SuspendingClock.now < deadline else { break }
            try? await Task.sleep(for: .milliseconds(1), clock: .suspending)
        }
    }

    /// Returns the members among all processes, including the child.
    ///
    /// - Complexity: O(processes); reads the environment of those younger than the child.
    func members(in table: [ProcessEntry]) -> Set<ProcessEntry> {
        // A process that is gone does not count, because its number may be reused.
        let known = seen.compactMap { process in
            ProcessEntry(process.id).flatMap { $0.started == process.started ? $0 : nil }
        }
        let near = table.families(of: table.filter { $0.group == group } + known)
        guard !marks.isEmpty else { return near }
        let marked = table.filter { process in
            process.isRunning && process.started >= leader?.started ?? 0 && !near.contains(process)
                && isMarked(process)
        }
        return near.union(table.families(of: marked))
    }

    /// Returns the running members that no other user can have added.
    ///
    /// A member that is known only by its mark has to belong to this user, because every user can set a variable.
    func ownMembers(in table: [ProcessEntry]) -> Set<ProcessEntry> {
        let near = table.families(of: table.filter { $0.group == group })
        return members(in: table).filter { process in
            process.isRunning && (near.contains(process) || ProcessFiles(processID: process.id).belongsToThisUser)
        }
    }

    /// Returns `true` if a process was started with any of the marks; `false` if that cannot be read.
    ///
    /// Waits at most a second for a process that is just executing a program.
    private func isMarked(_ process: ProcessEntry) -> Bool {
        let files = ProcessFiles(processID: process.id)
        guard var environment = files.initialEnvironment else { return false }
        // A kernel thread has no program, and a single look may fall between two programs.
        var looks = files.target(of: "exe") == nil ? 3 : 0
        for _ in 0..<1000 where environment.isEmpty && looks < 3 {
            let isExecuting = files.isExecuting
            looks = isExecuting ? 0 : looks + 1
            if isExecuting { usleep(1000) }
            guard let next = files.initialEnvironment else { return false }
            environment = next
        }
        if environment.isEmpty { environment = files.environment ?? [:] }
        return marks.contains { environment[$0.key] == $0.value }
    }
}

/// Environment variables that descendants inherit and that mark them as members of a family.
///
/// An application has the mark `OUTLIVE_DIR`. A command must not have it, or it would take itself for the application;
/// its mark is a number.
struct ProcessFamilyMark: Sendable {
    let environment: [String: String]
    /// The variables. Any one of them identifies a member.
    let variables: [String: String]
    private static let name = "OUTLIVE_COMMAND"
    /// Random, to distinguish harnesses that run at once.
    private static let first = UInt64.random(in: 0...UInt64.max)
    private static let count = Atomic<UInt64>(0)

    static func application(watchedIn folder: String) -> ProcessFamilyMark {
        ProcessFamilyMark(
            environment: [EnvironmentName.directory: folder],
            variables: [EnvironmentName.directory: folder, name: folder])
    }

    /// Returns the mark of a command that resets an application.
    ///
    /// A lasting process that it starts, such as a restarted helper, belongs to the application's family.
    static func reset(ofApplicationIn folder: String) -> ProcessFamilyMark {
        ProcessFamilyMark(environment: [name: folder], variables: [:])
    }

    /// Returns the unique mark of a command that must leave no process behind.
    static func command() -> ProcessFamilyMark {
        Watchdog.add(.variable("\(name)=\(first)-"))
        let mark = [name: "\(first)-\(count.add(1, ordering: .relaxed).newValue)"]
        return ProcessFamilyMark(environment: mark, variables: mark)
    }
}
