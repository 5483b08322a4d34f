internal import Foundation
package import OutliveModel

/// A list of known leaks, with its text.
package struct KnownLeaksFile {
    /// The default file, in the working directory.
    package static let standardPath = "outlive.known.yml"
    package let path: String
    /// The text, or empty if the file does not exist yet.
    package let text: String
    package let content: KnownLeaksYAML
}

extension KnownLeaksFile {
    /// Reads the file.
    ///
    /// - Throws: `YAMLError` with the place, if the file cannot be read or used.
    package init(reading path: String) throws(YAMLError) {
        let file = try YAMLFile(reading: path, kind: "file of known leaks")
        try self.init(path: path, text: file.text)
    }

    /// Reads the file, or creates an empty list if it does not exist.
    ///
    /// - Throws: `YAMLError` with the place, if the file cannot be read or used.
    package init(readingIfPresent path: String) throws(YAMLError) {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT {
            self.init(path: path, text: "", content: KnownLeaksYAML(entries: [], list: nil))
        } else {
            try self.init(reading: path)
        }
    }

    /// Creates the file from a new text.
    ///
    /// - Throws: `YAMLError` with the place, if the text is no list of known leaks.
    package init(path: String, text: String) throws(YAMLError) {
        self.init(path: path, text: text, content: try KnownLeaksYAML(YAMLFile(path: path, text: text)))
    }

    /// Returns `true` if the path exists, even as a dangling link.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns the path of the list for a source file: the list in the nearest folder above it, up to its checkout.
    ///
    /// The search ends at the folder with `.git` or, if there is none, at the nearest one with `Package.swift`. A file
    /// that is in neither has no list, so that folders which others may write to, such as `/tmp`, provide none.
    package static func path(above source: String) -> String? {
        guard source.hasPrefix("/") else { return nil }
        var folders = [URL(fileURLWithPath: source).deletingLastPathComponent().standardizedFileURL]
        while let last = folders.last, last.path != "/" { folders.append(last.deletingLastPathComponent()) }
        func holds(_ name: String) -> (URL) -> Bool { { exists($0.appendingPathComponent(name).path) } }
        guard let top = folders.firstIndex(where: holds(".git")) ?? folders.firstIndex(where: holds("Package.swift"))
        else { return nil }
        return folders[...top].first(where: holds(standardPath))?.appendingPathComponent(standardPath).path
    }
}

extension CalendarDay {
    /// The present day, in UTC.
    package static var today: CalendarDay { CalendarDay(secondsSince1970: Double(time(nil))) }
}
