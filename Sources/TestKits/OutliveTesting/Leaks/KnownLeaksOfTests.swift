internal import OutliveKnown
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The failures of a test, worst first, and a line for each known leak that accepts some of its survivors.
typealias JudgedLeaks = (complaints: [LeakComplaint], known: [String])

/// The known leaks of a test: the list that the command reads for the same package.
struct KnownLeaksOfTests: Sendable {
    private var entries: [KnownLeak] = []
    private var path = ""
    /// The reason why the list accepts nothing, in one line; `nil` if it can be used or there is none.
    private var defect: String?

    /// Reads the list in the package of a test or, if it has none, in the working directory; blocks its thread.
    ///
    /// - Parameter source: The absolute path of the test's source file, or `nil` if it is unknown.
    init(forTestIn source: String?) {
        let usual = KnownLeaksFile.standardPath
        let found = source.flatMap(KnownLeaksFile.path(above:)) ?? (pathExists(usual) ? usual : nil)
        guard let found else { return }
        path = found
        do {
            entries = try KnownLeaksFile(reading: found).entries
        } catch {
            defect = "known leaks are not accepted: \(error)"
        }
    }

    /// Returns findings with the entries that accept them today.
    ///
    /// Their fingerprints stay as they are, because components that are registered at several lines of a file are
    /// separate issues of a test.
    func judging(_ findings: [Finding]) -> [Finding] {
        guard !entries.isEmpty else { return findings }
        // Read only for a condition on it: the debug information may be large.
        let versions = entries.contains { $0.toolchain != nil } ? [swiftVersion(ofExecutablesIn: findings)] : [nil]
        var judged = findings
        judged.addMissingFingerprints()
        judged.accept(by: entries, on: .today) { _ in versions }
        return zip(findings, judged).map { finding, judged in
            var finding = finding
            finding.known = judged.known
            return finding
        }
    }

    /// Judges findings with symbolicated backtraces.
    ///
    /// - Parameter end: The end of the components' lifetime: `the test`, `the reset`.
    func judged(_ failing: [Finding], after end: String) -> JudgedLeaks {
        let judged = judging(failing)
        let known = Set(judged.compactMap(\.known)).sorted { ($0.line ?? 0) < ($1.line ?? 0) }.map(summary)
        return (
            causes(of: judged.filter { $0.known == nil }).map { LeakComplaint($0, after: end, notes: notes(on: $0)) },
            known
        )
    }

    /// Returns what is to be said about the list in the failure of a test by a cause.
    func notes(on cause: Cause) -> [String] {
        let expired = entries.filter { entry in
            entry.hasExpired(on: .today) && cause.findings.contains(where: entry.match.fits)
        }
        return [defect].compactMap(\.self)
            + expired.map { entry in
                "\(place(of: entry)) expired after \(entry.expires?.description ?? ""): "
                    + "fix the leak, or extend the date there"
            }
    }

    /// Returns a line of the summary about an accepted leak, without the tests that leave it.
    func summary(of entry: KnownLeak) -> String {
        let until = entry.expires.map { "until \($0)" } ?? "for good"
        return "known leak, accepted \(until) by \(place(of: entry)): \(entry.reason.onOneLine(upTo: 200))"
    }

    private func place(of entry: KnownLeak) -> String { "\(path.onOneLine()):\(entry.line ?? 1)" }
}
