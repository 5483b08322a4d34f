internal import ArgumentParser
internal import OutliveModel

/// The option that says which leaks are known.
struct KnownOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Leaks that are accepted, each with a reason; off: none are. "
                + "(default: \(KnownLeaksFile.standardPath), where there is one)", valueName: "file"))
    var known: String?

    /// The list, read and checked.
    ///
    /// - Throws: `ValidationError` of one line with the place, when it cannot be read or used.
    func judge() throws -> KnownLeaksJudge {
        if known == "off" { return .off }
        let path = known ?? KnownLeaksFile.standardPath
        guard known != nil || KnownLeaksFile.exists(path) else { return .absent }
        return .list(try KnownLeaksFile(reading: path))
    }
}

/// What is applied to the findings of a run.
enum KnownLeaksJudge {
    /// Nothing: what an earlier list accepted is taken back.
    case off
    /// Nothing: what an earlier list accepted stays.
    case absent
    /// A list.
    case list(KnownLeaksFile)

    /// Judges the findings, as of today.
    func apply(to report: inout Report) {
        switch self {
        case .off: report.forgetKnownLeaks()
        case .absent: break
        case .list(let file): report.judge(by: file.content.entries, from: file.path, on: .today)
        }
    }
}
