internal import ArgumentParser
internal import Foundation
internal import OutliveModel

/// The file with the list of known leaks.
struct KnownLeaksFile {
    /// The default file, in the working directory.
    static let standardPath = "outlive.known.yml"

    /// The path as given.
    let path: String
    /// The text, or empty if the file does not exist yet.
    let text: String
    /// The parsed content.
    let content: KnownLeaksYAML

    /// Reads the file.
    ///
    /// - Throws: `ValidationError` of one line with the place, if the file cannot be read or used.
    init(reading path: String) throws {
        let file = try YAMLFile(reading: path, kind: "file of known leaks")
        try self.init(path: path, text: file.text)
    }

    /// Reads the file, or creates an empty list if it does not exist.
    init(readingIfThere path: String) throws {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT {
            self.init(path: path, text: "", content: .empty)
        } else {
            try self.init(reading: path)
        }
    }

    /// Creates the file from a new text.
    init(path: String, text: String) throws {
        self.init(path: path, text: text, content: try KnownLeaksYAML(YAMLFile(path: path, text: text)))
    }

    private init(path: String, text: String, content: KnownLeaksYAML) {
        (self.path, self.text, self.content) = (path, text, content)
    }

    /// Returns `true` if the path exists, even as a dangling link.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}

extension CalendarDay {
    /// The current day in UTC.
    static var today: CalendarDay { CalendarDay(secondsSince1970: Double(time(nil))) }
}
