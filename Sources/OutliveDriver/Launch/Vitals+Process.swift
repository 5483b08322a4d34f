internal import OutliveModel

extension Vitals {
    /// What a process uses now, from `/proc`; its children are not counted, as memory that is shared would be
    /// counted more than once.
    ///
    /// Resident memory is that of `smaps_rollup`, as `statm` may be off by some hundred pages; see `proc(5)`.
    ///
    /// - Returns: nil when the process is gone or belongs to somebody else.
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
