internal import Foundation

/// A progress line, shown only on a terminal.
enum Progress {
    private static let isShown = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    /// Replaces the line.
    static func show(_ text: String) { write("\r\u{1B}[K\(text)") }

    /// Clears the line.
    static func clear() { write("\r\u{1B}[K") }

    private static func write(_ text: String) {
        if isShown { FileHandle.standardError.write(Data(text.utf8)) }
    }
}
