internal import Foundation

/// A line on the terminal that tells what goes on; nothing where nobody looks.
enum Progress {
    private static let isShown = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    /// Shows a line in place of the last one.
    static func show(_ text: String) { write("\r\u{1B}[K\(text)") }

    /// Takes the line away.
    static func clear() { write("\r\u{1B}[K") }

    private static func write(_ text: String) {
        if isShown { FileHandle.standardError.write(Data(text.utf8)) }
    }
}
