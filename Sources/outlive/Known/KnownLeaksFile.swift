internal import ArgumentParser
internal import Foundation
internal import OutliveModel

/// The file that lists known leaks.
struct KnownLeaksFile {
    /// The file that is used where none is named, in the working directory.
    static let standardPath = "outlive.known.yml"

    /// Its path, as given.
    let path: String
    /// Its text; empty where it is not there yet.
    let text: String
    /// What it says.
    let content: KnownLeaksYAML

    /// Reads the file.
    ///
    /// - Throws: `ValidationError` of one line with the place, when it cannot be read or used.
    init(reading path: String) throws {
        let file = try YAMLFile(reading: path, kind: "file of known leaks")
        try self.init(path: path, text: file.text)
    }

    /// Reads the file, or takes one that is not there for a list of nothing.
    init(readingIfThere path: String) throws {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT {
            self.init(path: path, text: "", content: .empty)
        } else {
            try self.init(reading: path)
        }
    }

    /// Takes a text that the file is to have.
    init(path: String, text: String) throws {
        self.init(path: path, text: text, content: try KnownLeaksYAML(YAMLFile(path: path, text: text)))
    }

    private init(path: String, text: String, content: KnownLeaksYAML) {
        (self.path, self.text, self.content) = (path, text, content)
    }

    /// Whether there is such a file, or anything else of that name.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}

extension CalendarDay {
    /// The day on which this is, in UTC.
    static var today: CalendarDay { CalendarDay(secondsSince1970: Double(time(nil))) }
}
