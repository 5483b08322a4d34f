#if LiveReset
internal import OutliveSupport

/// The device and inode number of a file, which identify it under any name.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Reads the identity of the entry at a path, without following symbolic links; returns `nil` if there is none.
    init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
#endif
