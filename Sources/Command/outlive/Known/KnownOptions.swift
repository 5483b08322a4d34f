internal import ArgumentParser
internal import OutliveKnown
internal import OutliveModel
internal import OutliveSupport

struct KnownOptions: ParsableArguments {
    @Option(
        help: .init(
            "The list of known leaks; off: accept none. "
                + "(default: \(KnownLeaksFile.standardPath), if there is one)", valueName: "file"))
    var known: String?

    /// Returns the list, read and checked.
    ///
    /// - Throws: `YAMLError` with the place, if the file cannot be read or used.
    func source() throws -> KnownLeaksSource {
        if known == "off" { return .off }
        let path = known ?? KnownLeaksFile.standardPath
        guard known != nil || pathExists(path) else { return .absent }
        return .list(try KnownLeaksFile(reading: path).entries, path: path)
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

    /// The list as it is applied today, or `nil` without one.
    var list: KnownLeaksList? {
        if case .list(let entries, let path) = self { KnownLeaksList(entries, from: path, on: .today) } else { nil }
    }

    func apply(to report: inout Report) {
        if case .off = self { report.forgetKnownLeaks() }
        if let list { report.judge(by: list.entries, from: list.file, on: list.day) }
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
