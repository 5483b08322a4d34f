internal import Glibc

/// The processes of the machine and how they descend from each other.
struct ProcessTable {
    /// One process, as its file `stat` tells.
    struct Row: Hashable {
        var processID: pid_t
        var name: String
        var parent: pid_t
        var group: pid_t
        /// Whether it has ended, but was not waited for.
        var hasEnded: Bool
    }

    let rows: [Row]

    init(_ rows: [Row]) {
        self.rows = rows
    }

    /// Reads all the processes there are.
    static var current: ProcessTable {
        ProcessTable(ProcessFiles.all.compactMap { $0.text("stat").flatMap { Row($0) } })
    }

    /// What a process started and is still there: its descendants, and what shares its group.
    ///
    /// Its own ancestors are left out, as a wrapper that launched it within the group was not started by it.
    func dependants(of subject: pid_t, inGroup group: pid_t) -> [Row] {
        let parents = Dictionary(rows.map { ($0.processID, $0.parent) }) { first, _ in first }
        func ancestors(of process: pid_t) -> Set<pid_t> {
            var ancestors: Set<pid_t> = []
            var next = parents[process]
            // The table was read row by row: what looks like a circle ends it.
            while let ancestor = next, ancestors.insert(ancestor).inserted { next = parents[ancestor] }
            return ancestors
        }
        let above = ancestors(of: subject)
        return rows.filter { row in
            row.processID != subject && !above.contains(row.processID)
                && (row.group == group || ancestors(of: row.processID).contains(subject))
        }
    }
}

extension ProcessTable.Row {
    /// Reads `PID (NAME) STATE PPID PGRP ...`, where the name may hold anything.
    init?(_ text: String) {
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
        let fields = text[text.index(after: close)...].fields(limit: 4)
        guard fields.count == 4, let processID = pid_t(text[..<open].fields().first ?? ""),
            let parent = pid_t(fields[1]), let group = pid_t(fields[2])
        else { return nil }
        self.init(
            processID: processID, name: String(text[text.index(after: open)..<close]), parent: parent, group: group,
            hasEnded: fields[0] == "Z" || fields[0] == "X")
    }
}
