import Foundation
import Testing

/// A file in `Golden`, with which a text is compared byte by byte.
///
/// With `OUTLIVE_RECORD_GOLDEN=1` the file is written anew, for review before it is committed.
struct GoldenFile {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")
    private static let isRecording = ProcessInfo.processInfo.environment["OUTLIVE_RECORD_GOLDEN"] == "1"

    /// The path in the folder of golden files.
    var path: String

    /// Expects the text of the file.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let url = Self.folder.appendingPathComponent(path)
        if Self.isRecording { try Data(text.utf8).write(to: url) }
        let golden = try String(contentsOf: url, encoding: .utf8)
        guard text != golden else { return }
        // The first line that differs says more than two whole texts.
        let lines = zip(text.split(separator: "\n"), golden.split(separator: "\n"))
        let (line, expected) = lines.first { $0 != $1 } ?? (text[...], golden[...])
        #expect(line == expected, sourceLocation: sourceLocation)
    }
}
