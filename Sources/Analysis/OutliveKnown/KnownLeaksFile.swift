internal import Foundation
package import OutliveModel
internal import OutliveSupport
internal import Yams

/// A list of known leaks, with its text: a mapping in YAML with one key, `leaks`, to the entries.
///
/// It is read strictly, because a misspelled entry would accept nothing, or too much.
package struct KnownLeaksFile {
    /// The default file, in the working directory.
    package static let standardPath = "outlive.known.yml"
    package let path: String
    /// The text, or empty if the file does not exist yet.
    package let text: String
    package private(set) var entries: [KnownLeak] = []
    /// The list as written, for additions, or `nil` if there is none.
    private(set) var list: Node.Sequence?
    /// The places of the values of an entry, by the line of the entry; `nil` for a value it does not have.
    private(set) var places: [Int: (reason: Mark?, owner: Mark?, lastDay: Mark?)] = [:]
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
        if YAMLFile.isMissing(path) {
            self.init(path: path, text: "", entries: [])
        } else {
            try self.init(reading: path)
        }
    }

    /// Creates the file from a new text.
    ///
    /// - Throws: `YAMLError` with the place, if the text is no list of known leaks.
    package init(path: String, text: String) throws(YAMLError) {
        (self.path, self.text) = (path, text)
        let file = YAMLFile(path: path, text: text)
        guard let list = try file.list("leaks", kind: "list of known leaks", first: "fingerprint") else { return }
        self.list = list
        // The match and the toolchain of an entry have to be unique.
        var lines: [KnownLeak: Int] = [:]
        for node in list {
            let reader = try KnownLeakReader(node, file)
            let entry = try reader.entry()
            let subject = KnownLeak(match: entry.match, reason: "", toolchain: entry.toolchain)
            if let other = lines[subject] {
                let what = entry.match.fingerprint.map { "the fingerprint \($0) is" } ?? "the same match is"
                throw file.error(at: node, "\(what) in line \(other) already, with the same conditions: keep one")
            }
            lines[subject] = file.line(of: node)
            entries.append(entry)
            places[file.line(of: node)] = (
                reader.mark(of: .reason), reader.mark(of: .owner), reader.mark(of: .expires)
            )
        }
    }

    /// Returns the path of the list for a source file: the list in the nearest folder above it, up to its checkout.
    ///
    /// The search ends at the folder with `.git` or, if there is none, at the nearest one with `Package.swift`. A file
    /// that is in neither has no list, so that folders which others may write to, such as `/tmp`, provide none.
    package static func path(above source: String) -> String? {
        guard source.hasPrefix("/") else { return nil }
        var folders = [URL(fileURLWithPath: source).deletingLastPathComponent().standardizedFileURL]
        while let last = folders.last, last.path != "/" { folders.append(last.deletingLastPathComponent()) }
        func holds(_ name: String) -> (URL) -> Bool { { pathExists($0.appendingPathComponent(name).path) } }
        guard let top = folders.firstIndex(where: holds(".git")) ?? folders.firstIndex(where: holds("Package.swift"))
        else { return nil }
        return folders[...top].first(where: holds(standardPath))?.appendingPathComponent(standardPath).path
    }
}

extension CalendarDay {
    /// The present day, in UTC.
    package static var today: CalendarDay { CalendarDay(secondsSince1970: Double(time(nil))) }
}
