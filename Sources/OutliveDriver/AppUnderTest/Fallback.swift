internal import Glibc
public import OutliveModel

/// A relaunch that nobody planned: a reset failed, came too late, or cannot carry what was asked for.
public struct Fallback: Hashable, Sendable, CustomStringConvertible {
    /// Why, with the end of what the application printed.
    public var reason: Failure
    /// What the failed reset and the relaunch cost together, in seconds; the reset alone where the relaunch failed too.
    public var seconds: Double

    /// Makes the record of a fallback.
    public init(reason: Failure, seconds: Double) {
        self.reason = reason
        self.seconds = seconds
    }

    /// One line for people.
    public var description: String { "relaunched instead of reset: \(reason.message)" }
}

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
        let line = "outlive: warning: " + warning.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}

/// How an application gets ready for the next test.
public enum ResetStrategy: String, CaseIterable, Hashable, Sendable {
    /// By a reset in place, wherever that can do.
    case inPlace
    /// By a relaunch each time, to compare with.
    case relaunch
}
