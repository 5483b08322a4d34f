internal import OutliveSupport

extension ProcessFamily {
    /// The processor time of the running members so far, in seconds, their ended children included.
    ///
    /// - Complexity: O(processes), as for `members(in:)`.
    var processorSeconds: Double {
        members(in: ProcessEntry.all).filter(\.isRunning).reduce(0) { sum, process in
            let ofChildren = ProcessFiles(processID: process.id).text("stat").flatMap(secondsOfEndedChildren) ?? 0
            return sum + (seconds(of: process.id) ?? 0) + ofChildren
        }
    }
}

/// Returns the processor time of a process in seconds, or `nil` if it is gone.
///
/// Source: `clock_getcpuclockid(3)`, in nanoseconds. The figures of `/proc/PID/stat` are in ticks of 10 ms.
private func seconds(of process: pid_t) -> Double? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the processor time of the ended children of a process, in seconds, or `nil` if the text has another form.
///
/// - Parameter stat: the content of `/proc/PID/stat`; see `proc(5)`.
func secondsOfEndedChildren(stat: String) -> Double? {
    guard let close = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: close)...].fields(limit: 16)
    guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else { return nil }
    return (user + system) / Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))
}
