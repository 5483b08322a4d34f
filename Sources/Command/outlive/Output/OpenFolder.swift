internal import Foundation
internal import OutliveSupport

/// A folder on the way of a path, or the last entry, open without the right to read or write it.
final class OpenFolder {
    /// Linux's flag to open a file for no more than its place and status, which Glibc does not show to Swift.
    private static let placeOnly: Int32 = 0x20_0000

    let number: Int32
    let status: stat

    /// Opens an entry of a folder, or of the root.
    init(_ name: some Collection<CChar>, in folder: OpenFolder?, following: Bool = false, _ flags: Int32 = 0)
        throws(SystemError)
    {
        let flags = Self.placeOnly | O_CLOEXEC | (following ? 0 : O_NOFOLLOW) | flags
        number = openat(folder?.number ?? AT_FDCWD, Array(name), flags)
        var status = stat()
        guard number >= 0, fstat(number, &status) == 0 else { throw SystemError(code: errno) }
        self.status = status
    }

    deinit { close(number) }

    var kind: mode_t { status.st_mode & S_IFMT }

    /// `true` if the folder belongs to /proc, whose links are more than their texts.
    var isOfProcesses: Bool {
        var own = stat()
        return stat("/proc/self/fd", &own) == 0 && status.st_dev == own.st_dev
    }

    /// Opens an entry without following it.
    func open(_ name: [CChar], isLast: Bool) throws(SystemError) -> OpenFolder {
        guard !isLast else { return try OpenFolder(name, in: self) }
        do throws(SystemError) {
            // The flag makes the kernel mount what is mounted on demand.
            return try OpenFolder(name, in: self, O_DIRECTORY)
        } catch {
            guard [ENOTDIR, ELOOP].contains(error.code) else { throw error }
            return try OpenFolder(name, in: self)
        }
    }

    /// Reads the target of a link.
    func linkTarget() throws(SystemError) -> [UInt8] {
        var count = 0
        let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, initialized in
            buffer.withMemoryRebound(to: CChar.self) {
                count = readlinkat(number, "", $0.baseAddress!, $0.count)
            }
            initialized = max(0, count)
        }
        guard count >= 0 else { throw SystemError(code: errno) }
        return target
    }

    /// Refuses an entry that another user has made in a folder of all users.
    func checkOwner(of entry: OpenFolder, _ name: [CChar], is what: String) throws(SystemError) {
        let shared = S_ISVTX | S_IWOTH
        guard status.st_mode & shared == shared, ![geteuid(), status.st_uid].contains(entry.status.st_uid) else {
            return
        }
        let name = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self).onOneLine(upTo: 80)
        throw SystemError(
            code: EACCES,
            description: "\(name) is \(what) user \(entry.status.st_uid) in a folder that all users can write to")
    }
}
