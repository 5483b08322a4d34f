internal import Glibc

/// Prints a line of a test's driver on standard error, whole or not at all.
@Sendable public func printWarning(_ line: String) {
    let text = "outlive: " + line.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}
