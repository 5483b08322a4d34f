internal import Foundation
internal import OutliveModel
internal import OutliveReport

/// A report in JSON that an earlier run wrote.
struct ReportInput {
    /// More than any report has: 200 findings with every trace are 2 MB, and 100 000 samples 20 MB.
    private static let mostBytes = 256 << 20

    /// The file, as it was named; `-` is standard input.
    let path: String

    /// Reads the report.
    ///
    /// - Throws: `Failure` of one line where it cannot be read, or is no report.
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
                throw Failure(.harness, "\(name) cannot be used: it is longer than any report")
            }
        }
    }

    private func unreadable(_ code: Int32) -> Failure {
        Failure(
            .harness, "cannot read the report \(name): \(SystemError(code: code)); name one of --report json=FILE")
    }
}
