internal import FoundationEssentials
internal import Glibc

/// A process as `/proc/PID/stat` shows it, see `proc(5)`.
struct ProcessEntry: Hashable, Sendable {
    /// Its number.
    let id: pid_t
    /// The process that started it, or that it fell to when that one ended.
    let parent: pid_t
    /// Its process group.
    let group: pid_t
    /// When it was started, in clock ticks since boot: with the number, what tells it from one that has the number later.
    let started: UInt64
    /// Whether it runs; a zombie does not, and nobody may ever reap it in a container.
    let isRunning: Bool

    /// Looks at a process; nil when there is none of that number.
    init?(_ id: pid_t) {
        guard let stat = FileManager.default.contents(atPath: "/proc/\(id)/stat"),
            // `pid (name) state ppid pgrp ...`, where the name may hold anything.
            let name = stat.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = stat[(name + 1)...].split(separator: UInt8(ascii: " "))
        func number(_ field: Int) -> UInt64? { UInt64(String(decoding: fields[field - 3], as: UTF8.self)) }
        guard fields.count > 19, let parent = number(4), let group = number(5), let started = number(22) else {
            return nil
        }
        self.id = id
        self.parent = pid_t(truncatingIfNeeded: parent)
        self.group = pid_t(truncatingIfNeeded: group)
        self.started = started
        isRunning = ![UInt8(ascii: "Z"), UInt8(ascii: "X")].contains(fields[0].first)
    }

    /// Whether its environment began with `variable`, a `NAME=value`; false when that cannot be read.
    func wasStarted(with variable: String) -> Bool {
        guard let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ") else { return false }
        return environment.split(separator: 0).contains { $0.elementsEqual(variable.utf8) }
    }
}

/// All processes at one moment, or nearly so: some may come and go while they are read.
struct ProcessTable: Sendable {
    /// The processes, in no order.
    let processes: [ProcessEntry]

    /// Reads `/proc`: about 20 µs a process.
    static var now: ProcessTable {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return ProcessTable(processes: names.lazy.compactMap { pid_t($0) }.compactMap(ProcessEntry.init))
    }

    /// These processes, what they started, what that started, and so on.
    ///
    /// - Complexity: O(number of processes).
    func families(of roots: some Sequence<ProcessEntry>) -> Set<ProcessEntry> {
        let children = Dictionary(grouping: processes, by: \.parent)
        var members: Set<ProcessEntry> = []
        var next = Array(roots)
        while let process = next.popLast() {
            if members.insert(process).inserted { next += children[process.id] ?? [] }
        }
        return members
    }
}

extension Collection<ProcessEntry> {
    /// Kills those that run.
    ///
    /// - Returns: whether any was there to be killed; one that belongs to another user is out of reach.
    func killRunning() -> Bool {
        filter { $0.isRunning && $0.id > 1 && kill($0.id, SIGKILL) == 0 }.count > 0
    }
}
