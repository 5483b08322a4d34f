#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Reads lines of source files of a checkout, for reports to quote, and nothing else.
///
/// A report may come from anywhere and name any file, and what is quoted is published with the report. So a file is
/// read only where it is a regular one, has the name of a source file, and lies below the root in no hidden folder:
/// with every link on the way to it followed.
public struct SourceReader: Hashable, Sendable {
    /// The largest file that is read, in bytes.
    public static let largestFile = 1 << 21

    private static let kinds: Set = ["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "m", "mm", "swift"]

    /// The absolute path of the checkout, without links.
    private let root: String

    /// Makes a reader; nil where there is no such folder, or it is the root of the file system.
    ///
    /// - Parameter root: the absolute path of the checkout.
    public init?(root: String) {
        guard root.hasPrefix("/"), let resolved = Self.resolved(root), resolved != "/" else { return nil }
        self.root = resolved
    }

    /// A line with those around it; nil where the file may not be read or has no such line.
    ///
    /// Blocks the calling thread while the file is read.
    ///
    /// - Parameters:
    ///   - path: the file, relative to the root.
    ///   - line: the line, counted from 1.
    ///   - neighbours: how many lines before and after it are wanted.
    func excerpt(_ path: String, line: Int, neighbours: Int = 3) -> SourceExcerpt? {
        guard line > 0, let path = relative(path, to: root), let bytes = contents(of: path) else { return nil }
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Behind the last line end is no line.
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.indices.contains(line - 1) else { return nil }
        let shown = max(line - 1 - neighbours, 0)..<min(line + neighbours, lines.count)
        return SourceExcerpt(
            first: shown.lowerBound + 1, line: line, lines: lines[shown].map { String(decoding: $0, as: UTF8.self) })
    }

    private func contents(of path: String) -> [UInt8]? {
        // The path again after its links: it, too, must lie below the root, and be no hidden file.
        guard let resolved = Self.resolved("\(root)/\(path)"), let inside = relative(resolved, to: root),
            let kind = inside.split(separator: "/").last?.split(separator: ".").dropFirst().last,
            Self.kinds.contains(kind.lowercased())
        else { return nil }
        // Without waiting for the other end of what turns out to be a pipe.
        let descriptor = open(resolved, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largestFile
        else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while count < buffer.count {
                let length = read(descriptor, buffer.baseAddress! + count, buffer.count - count)
                guard length > 0 else { return }
                count += length
            }
        }
    }

    private static func resolved(_ path: String) -> String? {
        realpath(path, nil).map { resolved in
            defer { free(resolved) }
            return String(cString: resolved)
        }
    }
}

/// Lines of a source file around one of them.
struct SourceExcerpt: Hashable {
    /// The number of the first line, counted from 1.
    let first: Int
    /// The number of the line that it is about.
    let line: Int
    /// The lines, without line ends.
    let lines: [String]
}
