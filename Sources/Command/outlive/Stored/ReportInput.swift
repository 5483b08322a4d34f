internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// A stored JSON report.
struct ReportInput {
    /// The maximum size of a report: 200 findings with all traces are 2 MB, and 100 000 samples are 20 MB.
    private static let mostBytes = 256 << 20

    /// The path as given, where `-` is standard input.
    let path: String

    /// Reads the report.
    ///
    /// - Throws: `Failure` of one line if the file cannot be read or is not a report.
    func read() throws(Failure) -> Report {
        let bytes = try contents()
        do throws(ReportFormatError) {
            return try Report(json: bytes)
        } catch {
            throw Failure(.harness, "\(name) cannot be used: \(error)")
        }
    }

    private var isStandardInput: Bool { path == "-" }
    private var name: String { isStandardInput ? "standard input" : path }

    private func contents() throws(Failure) -> [UInt8] {
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { if !isStandardInput { close(descriptor) } }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(errno) }
            if count == 0 { return bytes }
            bytes += piece.prefix(count)
            // A device may have no end.
            guard bytes.count <= Self.mostBytes else {
                throw Failure(.harness, "\(name) cannot be used: it is too long for a report")
            }
        }
    }

    private func unreadable(_ code: Int32) -> Failure {
        Failure(
            .harness, "cannot read the report \(name): \(SystemError(code: code)); name one of --report json=FILE")
    }
}
