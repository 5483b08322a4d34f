internal import Foundation

/// Where the application speaks to who started it.
enum StandardError {
    /// Writes one line.
    static func write(_ line: String) {
        FileHandle.standardError.write(Data("desk-notes: \(line)\n".utf8))
    }
}
