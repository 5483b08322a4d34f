internal import OutliveSupport

/// A reader of source lines in a checkout, for reports to quote.
///
/// A report may come from anywhere and name any file, and a quote is published with the report. Therefore a file must
/// be regular, have the extension of a source file and, with links resolved, lie below the root in no hidden folder.
package struct SourceReader: Hashable, Sendable {
    /// The maximum size of a file, in bytes.
    package static let largestFile = 1 << 21

    private static let kinds: Set = ["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "m", "mm", "swift"]

    private let root: String

    /// Creates a reader, or returns `nil` if the folder does not exist or is the root of the file system.
    package init?(root: String) {
        guard root.hasPrefix("/"), let resolved = Self.resolved(root), resolved != "/" else { return nil }
        self.root = resolved
    }

    /// Returns a line and its neighbours, or `nil` if the file may not be read or has no such line.
    ///
    /// Blocks the calling thread while the file is read.
    ///
    /// - Returns: The number of the first of the lines, counted from 1, and the lines.
    func excerpt(_ path: String, line: Int, neighbours: Int = 3) -> (first: Int, lines: [String])? {
        guard line > 0, let path = relative(path, to: root), let bytes = contents(of: path) else { return nil }
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // No line follows the last line end.
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.indices.contains(line - 1) else { return nil }
        let shown = max(line - 1 - neighbours, 0)..<min(line + neighbours, lines.count)
        return (shown.lowerBound + 1, lines[shown].map { String(decoding: $0, as: UTF8.self) })
    }

    private func contents(of path: String) -> [UInt8]? {
        // The resolved path, too, must lie below the root and not be hidden.
        guard let resolved = Self.resolved("\(root)/\(path)"), let inside = relative(resolved, to: root),
            let kind = inside.split(separator: "/").last?.split(separator: ".").dropFirst().last,
            Self.kinds.contains(kind.lowercased()),
            let file = try? RegularFile(path: resolved, followsLink: false), file.size <= Self.largestFile
        else { return nil }
        return try? file.bytes(at: 0, upTo: file.size)
    }

    private static func resolved(_ path: String) -> String? {
        realpath(path, nil).map { resolved in
            defer { free(resolved) }
            return String(cString: resolved)
        }
    }
}
