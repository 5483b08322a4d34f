internal import Glibc
internal import OutliveModel

/// What a fallback does to the test that it was made for.
public enum FallbackPolicy: String, CaseIterable, Hashable, Sendable {
    /// It is counted.
    case allow
    /// It is counted and told of, one line each.
    case warn
    /// It is counted and thrown, when the application has been relaunched: the next test finds a clean one.
    case fail

    /// Prints a warning on standard error, one line, in one piece; safe from any thread.
    public static func printWarning(_ warning: String) {
        let line = "outlive: warning: \(warning.onOneLine())\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// Tells of a fallback, when the application has been relaunched.
    ///
    /// - Throws: `Failure` where a fallback is one.
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
