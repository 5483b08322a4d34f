internal import OutliveSupport

/// A process as shown by `/proc/PID/stat`; see `proc(5)`.
package struct ProcessEntry: Hashable, Sendable {
    var id: pid_t
    /// The name of the program, cut to 15 characters.
    var name: String
    /// The parent process, or the process that adopted this one.
    var parent: pid_t
    var group: pid_t
    /// The start time in clock ticks since boot, which distinguishes processes that have the same number in succession.
    var started: UInt64
    /// `true` if the process is no zombie; in a container, zombies may never be reaped.
    var isRunning: Bool
}

extension ProcessEntry {
    /// Returns `true` if a process with this number exists and is no zombie.
    package static func isRunning(_ id: Int32) -> Bool { ProcessEntry(id)?.isRunning == true }

    /// `true` if this process runs, and not another one that has got its number.
    package var runsStill: Bool { ProcessEntry(id).map { $0.isRunning && $0.started == started } ?? false }

    /// The number of the process.
    package var processID: Int32 { id }

    /// The name of the program and the number: `app (process 4711)`.
    var label: String { "\(ProcessFiles(processID: id).programName ?? name) (process \(id))".onOneLine() }

    /// Reads the entry of a process, or returns `nil` if there is none.
    package init?(_ id: Int32) {
        guard let text = ProcessFiles(processID: id).text("stat") else { return nil }
        self.init(stat: text)
    }

    /// Parses `PID (NAME) STATE PPID PGRP ...`, where the name may contain anything.
    init?(stat text: String) {
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
        let fields = text[text.index(after: close)...].fields(limit: 21)
        guard fields.count > 19, let id = pid_t(text[..<open].fields().first ?? ""), let parent = pid_t(fields[1]),
            let group = pid_t(fields[2]), let started = UInt64(fields[19])
        else { return nil }
        self.init(
            id: id, name: String(text[text.index(after: open)..<close]), parent: parent, group: group,
            started: started, isRunning: fields[0] != "Z" && fields[0] != "X")
    }
}

extension ProcessEntry {
    /// All processes at nearly one moment, read from `/proc`: some may come and go during the read.
    ///
    /// Takes about 20 µs per process.
    static var all: [ProcessEntry] { ProcessFiles.all.compactMap { ProcessEntry($0.processID) } }
}

extension ProcessEntry {
    /// Returns the other running processes whose executable has a file name, or which have given themselves that name.
    package static func running(named name: String) -> [ProcessEntry] {
        all.filter { process in
            process.id != getpid() && process.isRunning
                && (process.name == name || ProcessFiles(processID: process.id).programName == name)
        }
    }
}

// A table of all processes.
extension [ProcessEntry] {
    /// Returns these processes and all their descendants.
    func families(of roots: some Sequence<ProcessEntry>) -> Set<ProcessEntry> {
        let children = Dictionary(grouping: self, by: \.parent)
        var members: Set<ProcessEntry> = []
        var next = Array(roots)
        while let process = next.popLast() {
            if members.insert(process).inserted { next += children[process.id] ?? [] }
        }
        return members
    }

    /// Returns the members of a family without the subject and its ancestors, such as a wrapper that launched it.
    func started(by subject: pid_t, in family: Set<ProcessEntry>) -> Set<ProcessEntry> {
        let excluded = Set([subject] + ancestors(of: subject))
        return family.filter { !excluded.contains($0.id) }
    }

    /// Returns the ancestors of a process, its parent first.
    func ancestors(of process: pid_t) -> [pid_t] {
        let parents = Dictionary(map { ($0.id, $0.parent) }) { first, _ in first }
        var found: [pid_t] = []
        var next = parents[process]
        // Rows are read one after another, so an apparent cycle is possible; it ends the loop.
        while let ancestor = next, ancestor != process, !found.contains(ancestor) {
            found.append(ancestor)
            next = parents[ancestor]
        }
        return found
    }
}

extension Collection<ProcessEntry> {
    /// Kills the running processes.
    ///
    /// - Returns: `true` if any was killed; a process of another user is out of reach.
    func killRunning() -> Bool { filter { $0.isRunning && $0.id > 1 && kill($0.id, SIGKILL) == 0 }.count > 0 }
}
