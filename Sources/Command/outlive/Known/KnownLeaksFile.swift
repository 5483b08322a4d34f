internal import ArgumentParser
internal import Foundation
internal import OutliveModel

struct KnownLeaksFile {
    /// The default file, in the working directory.
    static let standardPath = "outlive.known.yml"
    let path: String
    /// The text, or empty if the file does not exist yet.
    let text: String
    let content: KnownLeaksYAML
}

extension KnownLeaksFile {
    /// Reads the file.
    ///
    /// - Throws: `ValidationError` of one line with the place, if the file cannot be read or used.
    init(reading path: String) throws {
        let file = try YAMLFile(reading: path, kind: "file of known leaks")
        try self.init(path: path, text: file.text)
    }

    /// Reads the file, or creates an empty list if it does not exist.
    init(readingIfPresent path: String) throws {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT {
            self.init(path: path, text: "", content: KnownLeaksYAML(entries: [], list: nil))
        } else {
            try self.init(reading: path)
        }
    }

    /// Creates the file from a new text.
    init(path: String, text: String) throws {
        self.init(path: path, text: text, content: try KnownLeaksYAML(YAMLFile(path: path, text: text)))
    }

    /// Returns `true` if the path exists, even as a dangling link.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}

extension CalendarDay {
    static var today: CalendarDay { CalendarDay(secondsSince1970: Double(time(nil))) }
}

struct KnownOptions: ParsableArguments {
    @Option(
        help: .init(
            "The list of known leaks; off: accept none. "
                + "(default: \(KnownLeaksFile.standardPath), if there is one)", valueName: "file"))
    var known: String?

    /// Returns the list, read and checked.
    ///
    /// - Throws: `ValidationError` of one line with the place, if the file cannot be read or used.
    func source() throws -> KnownLeaksSource {
        if known == "off" { return .off }
        let path = known ?? KnownLeaksFile.standardPath
        guard known != nil || KnownLeaksFile.exists(path) else { return .absent }
        return .list(try KnownLeaksFile(reading: path).content.entries, path: path)
    }
}

/// The list of known leaks to apply to the findings of a run.
enum KnownLeaksSource: Sendable {
    /// No list, and the acceptances of an earlier list are revoked.
    case off
    /// No list, and the acceptances of an earlier list stay.
    case absent
    /// A list.
    case list([KnownLeak], path: String)

    func apply(to report: inout Report) {
        switch self {
        case .off: report.forgetKnownLeaks()
        case .absent: break
        case .list(let entries, let path): report.judge(by: entries, from: path, on: .today)
        }
    }
}

/// The option for the path of the list, for commands that edit or show it.
struct BaselineOptions: ParsableArguments {
    @Option(help: .init("The list of known leaks.", valueName: "file"))
    var known = KnownLeaksFile.standardPath

    func validate() throws {
        guard !known.isEmpty, known != "off" else {
            throw ValidationError("--known '\(known)' is not a file: name one")
        }
    }
}
