internal import OutliveModel

extension Vitals {
    /// Reads the resource use of a process; the memory of its children, which it may share, is a resource.
    ///
    /// - Parameters:
    ///   - family: see `ResourceReader`.
    ///   - directory: see `ResourceReader`.
    /// - Returns: `nil` if the process is gone or belongs to another user.
    init?(processID: Int32, family: ProcessFamily? = nil, directory: String? = nil) {
        let files = ProcessFiles(processID: processID)
        guard let residentBytes = files.residentBytes, let threads = files.numbers(in: "task")?.count,
            let descriptors = files.numbers(in: "fd")?.count
        else { return nil }
        self.init(
            residentBytes: residentBytes, threads: threads, descriptors: descriptors,
            resources: ResourceReader(files, family: family, directory: directory)?.counts())
    }
}
