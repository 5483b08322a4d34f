internal import Foundation

/// Messages on standard error.
enum StandardError {
    /// Writes one line.
    static func write(_ line: String) {
        FileHandle.standardError.write(Data("desk-notes: \(line)\n".utf8))
    }
}
