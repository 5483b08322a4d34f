internal import OutliveModel
internal import OutliveSupport

/// The treatment of a fallback.
public enum FallbackPolicy: String, CaseIterable, Hashable, Sendable {
    /// The fallback is only counted.
    case allow
    /// The fallback is counted, and one line reports it.
    case warn
    /// The fallback is counted and thrown after the relaunch, so the next test finds a clean application.
    case fail

    /// Writes a warning to standard error as one line, in a single call; safe from any thread.
    public static func printWarning(_ warning: String) {
        let line = "outlive: warning: \(warning.onOneLine())\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// Reports a fallback after the relaunch, as the policy demands.
    ///
    /// - Throws: `Failure` under `.fail`.
    func apply(to fallback: Fallback, warning: (String) -> Void) throws {
        switch self {
        case .allow: break
        case .warn: warning("\(fallback)")
        case .fail:
            let reason = fallback.reason
            throw Failure(
                reason.code, "\(reason.message); it was relaunched, which the policy takes for a failure",
                output: reason.output, printedBy: reason.printedBy)
        }
    }
}
