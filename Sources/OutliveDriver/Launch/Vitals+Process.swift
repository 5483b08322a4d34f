internal import FoundationEssentials
internal import OutliveModel

extension Vitals {
    /// What a process uses now, from `/proc`; its children are not counted, as memory that is shared would be
    /// counted more than once.
    ///
    /// Resident memory is that of `smaps_rollup`, as `statm` may be off by some hundred pages; see `proc(5)`.
    ///
    /// - Returns: nil when the process is gone or belongs to somebody else.
    init?(processID: Int32) {
        let directory = "/proc/\(processID)"
        let files = FileManager.default
        guard let memory = files.contents(atPath: directory + "/smaps_rollup"),
            let kilobytes = String(decoding: memory, as: UTF8.self).split(separator: "\n")
                .first(where: { $0.hasPrefix("Rss:") })?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
            let threads = try? files.contentsOfDirectory(atPath: directory + "/task").count,
            let descriptors = try? files.contentsOfDirectory(atPath: directory + "/fd").count
        else { return nil }
        self.init(residentBytes: kilobytes * 1024, threads: threads, descriptors: descriptors)
    }
}
