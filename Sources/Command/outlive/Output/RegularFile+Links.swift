internal import Foundation
internal import OutliveSupport

extension RegularFile {
    /// Opens a file by an absolute path that has no links.
    ///
    /// - Throws: `SystemError` if a link has taken the place of the file or of a folder of the path meanwhile, if the file
    ///   cannot be opened or is not a regular file.
    convenience init(withoutLinks path: String) throws(SystemError) {
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map { $0.map(CChar.init(bitPattern:)) + [0] }
        guard let last = names.last else { throw SystemError(code: EISDIR) }
        var folder = try OpenFolder("/".utf8CString, in: nil)
        for name in names.dropLast() { folder = try OpenFolder(name, in: folder, O_DIRECTORY) }
        // Without `O_NONBLOCK`, opening a named pipe would wait for its writer.
        let descriptor = openat(folder.number, last, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        try self.init(opened: descriptor, path: path)
    }
}
