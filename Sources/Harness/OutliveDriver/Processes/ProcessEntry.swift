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

    /// Returns `true` if a process with this number exists and is no zombie.
    package static func isRunning(_ id: Int32) -> Bool { ProcessEntry(id)?.isRunning == true }

    /// Reads the entry of a process; `nil` if there is none.
    init?(_ id: pid_t) {
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

    init(id: pid_t, name: String, parent: pid_t, group: pid_t, started: UInt64, isRunning: Bool) {
        self.id = id
        self.name = name
        self.parent = parent
        self.group = group
        self.started = started
        self.isRunning = isRunning
    }

    /// Returns `true` if the process was started with any of these `NAME=value` variables; `false` if unreadable.
    ///
    /// Servers write their title over the kernel's copy of the environment and keep another copy, to which `environ`
    /// points. That copy is read if the kernel's copy has no variable left.
    func carries(anyOf variables: [String]) -> Bool {
        let files = ProcessFiles(processID: id)
        let initial = files.text("environ")?.utf8.split(separator: 0) ?? []
        if initial.contains(where: { entry in variables.contains { entry.elementsEqual($0.utf8) } }) { return true }
        guard !initial.contains(where: { $0.contains(UInt8(ascii: "=")) }), let maps = files.text("maps") else {
            return false
        }
        var locator = EnvironLocator()
        let address = locator.address(in: files, mappings: Mapping.all(in: maps))
        let live = EnvironmentReader(files).variables(environAt: address) ?? [:]
        return live.contains { variables.contains("\($0)=\($1)") }
    }
}
