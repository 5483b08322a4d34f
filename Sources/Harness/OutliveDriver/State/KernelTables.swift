internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

/// Parses a table of System V shared memory or semaphores, which belong to no process; see `proc_sysvipc(5)`.
///
/// - Returns: The rows, each with the numbers of the columns that the first line of the table names.
func ipcRows(_ text: String) -> [[Substring: Int]] {
    let lines = text.rows
    let names = lines.first?.fields() ?? []
    return lines.dropFirst().map { line in
        Dictionary(zip(names, line.fields())) { first, _ in first }.compactMapValues { Int($0) }
    }
}

/// Returns the number of file locks that a process holds, from the file `/proc/locks`.
///
/// A lock of an open file description (`F_OFD_SETLK`) has no process there.
func fileLocks(_ text: String, of process: pid_t) -> Int {
    text.rows.count { line in
        // `1: FLOCK ADVISORY WRITE PID ...`; one that waits has an arrow in the second place.
        let fields = line.fields(limit: 6)
        return fields.count > 4 && fields[1] != "->" && pid_t(fields[4]) == process
    }
}

/// Parses the file `limits` of a process: a table with columns named in its first line.
///
/// - Returns: the soft and the hard limit with their unit, by name, or `nil` if the first line names other columns.
func limits(_ text: String) -> [String: String]? {
    let rows = text.rows
    // By column position, because a name has spaces and a unit may be missing.
    guard let heading = rows.first.map(String.init), let soft = heading.firstRange(of: "Soft Limit") else { return nil }
    let width = heading.utf8.distance(from: heading.startIndex, to: soft.lowerBound)
    let limits = rows.dropFirst().map { row in
        let (name, values) = (Substring(row.utf8.prefix(width)), Substring(row.utf8.dropFirst(width)))
        return (name.fields().joined(separator: " "), values.fields().joined(separator: " "))
    }
    return Dictionary(limits) { first, _ in first }
}

extension StatusFile {
    /// The number of signals that wait for the process as a whole or for its first thread.
    ///
    /// Only signals of real time are queued more than once. The kernel counts all that are queued for the user, so the
    /// number is taken from there only if the process has such a signal.
    ///
    /// - Parameter timers: the number of its POSIX timers, as the kernel may reserve a place for each.
    func pendingSignals(timers: Int) -> Int? {
        guard let own = signals("SigPnd"), let shared = signals("ShdPnd") else { return nil }
        let pending = Set((own + shared).map(\.number))
        guard pending.contains(where: { $0 >= 32 }), let text = self["SigQ"]?.prefix(while: { $0 != "/" }),
            let queued = Int(text)
        else { return pending.count }
        return max(queued - timers, pending.count)
    }

    /// The mapped memory that is neither resident nor swapped out, in bytes.
    var untouchedBytes: Int? {
        func bytes(_ name: Substring) -> Int? { self[name]?.fields().first.flatMap { Int($0) }.map { $0 * 1024 } }
        guard let size = bytes("VmSize"), let resident = bytes("VmRSS") else { return nil }
        return max(size - resident - (bytes("VmSwap") ?? 0), 0)
    }
}
