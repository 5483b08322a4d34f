internal import Glibc

/// A process as `/proc/PID/stat` shows it, see `proc(5)`.
package struct ProcessEntry: Hashable, Sendable {
    /// Its number.
    var id: pid_t
    /// The name of its program, cut to 15 characters.
    var name: String
    /// The process that started it, or that it fell to when that one ended.
    var parent: pid_t
    /// Its process group.
    var group: pid_t
    /// When it was started, in clock ticks since boot: with the number, what tells it from one that has the number
    /// later.
    var started: UInt64
    /// Whether it runs; a zombie does not, and nobody may ever reap it in a container.
    var isRunning: Bool

    /// Whether there is a process of a number, and it runs; a zombie does not.
    package static func isRunning(_ id: Int32) -> Bool { ProcessEntry(id)?.isRunning == true }

    /// Looks at a process; nil when there is none of that number.
    init?(_ id: pid_t) {
        guard let text = ProcessFiles(processID: id).text("stat") else { return nil }
        self.init(stat: text)
    }

    /// Reads `PID (NAME) STATE PPID PGRP ...`, where the name may hold anything.
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

    /// Makes an entry of what is known.
    init(id: pid_t, name: String, parent: pid_t, group: pid_t, started: UInt64, isRunning: Bool) {
        self.id = id
        self.name = name
        self.parent = parent
        self.group = group
        self.started = started
        self.isRunning = isRunning
    }

    /// Whether it was started with any of these variables, each a `NAME=value`; false when that cannot be read.
    ///
    /// Servers write their title over the place where the kernel left the environment, and keep a copy that `environ`
    /// leads to; so where no variable is left in that place, the copy is read.
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
