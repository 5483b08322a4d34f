internal import OutliveModel

extension Vitals {
    /// Reads the resource use of a process from `/proc`, without its children, because shared memory would count more
    /// than once.
    ///
    /// Resident memory is that of `smaps_rollup`, because `statm` may be off by some hundred pages; see `proc(5)`.
    ///
    /// - Returns: `nil` if the process is gone or belongs to another user.
    init?(processID: Int32) {
        let files = ProcessFiles(processID: processID)
        guard let memory = files.text("smaps_rollup"),
            let kilobytes = memory.rows.first(where: { $0.hasPrefix("Rss:") })?.fields().dropFirst().first
                .flatMap({ Int($0) }),
            let threads = files.numbers(in: "task")?.count, let descriptors = files.numbers(in: "fd")?.count
        else { return nil }
        self.init(residentBytes: kilobytes * 1024, threads: threads, descriptors: descriptors)
    }
}
