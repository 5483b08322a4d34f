internal import ArgumentParser
internal import OutliveModel

/// The option for the list of known leaks.
struct KnownOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
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
        return .list(try KnownLeaksFile(reading: path))
    }
}

/// The list of known leaks to apply to the findings of a run.
enum KnownLeaksSource {
    /// No list, and the acceptances of an earlier list are revoked.
    case off
    /// No list, and the acceptances of an earlier list stay.
    case absent
    /// A list.
    case list(KnownLeaksFile)

    /// Applies the list as of today.
    func apply(to report: inout Report) {
        switch self {
        case .off: report.forgetKnownLeaks()
        case .absent: break
        case .list(let file): report.judge(by: file.content.entries, from: file.path, on: .today)
        }
    }
}

/// The option for the path of the list, for commands that edit or show it.
struct BaselineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The list of known leaks.", valueName: "file"))
    var known = KnownLeaksFile.standardPath

    func validate() throws {
        guard !known.isEmpty, known != "off" else {
            throw ValidationError("--known '\(known)' is not a file: name one")
        }
    }
}
