internal import Foundation
internal import OutliveSupport

/// The regular files of a folder, without those below it.
enum FolderFiles {
    /// The maximum number of entries that are read, so that no folder takes long.
    private static let mostEntries = 20_000

    /// Returns the names of the files that changed last, the newest first, or `nil` if the path is no folder.
    ///
    /// Links, hidden files and names that are not in UTF-8 are left out.
    ///
    /// - Complexity: O(n log n) in the number of entries.
    static func newest(_ count: Int, of path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var files: [(name: String, seconds: Int, nanoseconds: Int)] = []
        var read = 0
        while read < mostEntries, let entry = readdir(folder) {
            read += 1
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
            let text = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            var status = stat()
            guard let name = String(validatingCString: text), !name.hasPrefix("."),
                fstatat(dirfd(folder), text, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let changed = status.contentTime
            files.append((name, changed.seconds, changed.nanoseconds))
        }
        files.sort { ($1.seconds, $1.nanoseconds, $0.name) < ($0.seconds, $0.nanoseconds, $1.name) }
        return files.prefix(count).map(\.name)
    }
}
