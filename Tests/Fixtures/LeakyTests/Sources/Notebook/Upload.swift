/// One transfer of a note to the server.
final class Upload {
    private(set) var sent = 0
    var onProgress: ((Int) -> Void)?

    func send(_ part: String) { onProgress?(part.utf8.count) }

    func count(_ bytes: Int) { sent += bytes }
}

/// Sends notes to the server.
struct Uploader: Sendable {
    /// Sends a note and returns the number of bytes.
    func send(_ note: Note) async -> Int {
        await connect()
        let upload = Upload()
        upload.onProgress = { upload.count($0) }
        note.words.forEach(upload.send)
        return upload.sent
    }

    private func connect() async {
        try? await Task.sleep(for: .milliseconds(5))
    }
}
