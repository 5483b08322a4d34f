internal import Foundation

/// The file that the measurement is written to.
struct ResultFile {
    private let path: String

    /// Checks that the file can be written, before the measurement takes minutes.
    ///
    /// - Throws: `BenchError` if it cannot.
    init(_ path: String) throws {
        self.path = path
        let isNew = access(path, F_OK) != 0
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            throw BenchError("cannot write \(path): \(String(cString: strerror(errno)))")
        }
        close(file)
        if isNew { unlink(path) }
    }

    /// Writes the measurement as JSON.
    ///
    /// - Throws: `BenchError` if it cannot be written.
    func write(_ measurement: Measurement) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try encoder.encode(measurement).write(to: URL(filePath: path))
        } catch {
            throw BenchError("cannot write \(path): \(error.localizedDescription)")
        }
    }
}
