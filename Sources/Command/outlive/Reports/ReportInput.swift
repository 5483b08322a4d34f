internal import Foundation
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

/// A file or standard input, read in pieces.
struct FileInput {
    private static let pieceSize = 1 << 20

    /// The path as given, where `-` is standard input.
    let path: String

    var name: String { path == "-" ? "standard input" : path }

    /// Reads the whole input.
    ///
    /// - Parameter body: Processes a piece, which is valid during the call, and returns `true` to read on.
    /// - Throws: `SystemError` if the input cannot be opened or read.
    func read(_ body: (UnsafeRawBufferPointer) -> Bool) throws(SystemError) {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { if path != "-" { close(descriptor) } }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 4096)
        defer { piece.deallocate() }
        while true {
            let count = Foundation.read(descriptor, piece.baseAddress, piece.count)
            if count == 0 { return }
            if count > 0 {
                guard body(UnsafeRawBufferPointer(rebasing: piece[..<count])) else { return }
            } else {
                try waitToRetry(descriptor, for: POLLIN)
            }
        }
    }
}

extension FileInput {
    /// Reads the whole input, or returns `nil` if it is longer than a limit in bytes. A device may have no end.
    func bytes(upTo limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        try read { piece in
            bytes += piece
            return bytes.count <= limit
        }
        return bytes.count <= limit ? bytes : nil
    }
}

extension Report {
    /// The maximum size of a report: 200 findings with all traces are 2 MB, and 100 000 samples are 20 MB.
    private static let maximumBytes = 256 << 20

    /// Reads a stored JSON report.
    ///
    /// - Throws: `Failure` of one line if the file cannot be read or is not a report.
    init(readFrom path: String) throws(Failure) {
        let input = FileInput(path: path)
        let whole: [UInt8]?
        do throws(SystemError) {
            whole = try input.bytes(upTo: Self.maximumBytes)
        } catch {
            throw Failure(.harness, "cannot read the report \(input.name): \(error); name one of --report json=FILE")
        }
        try self.init(json: whole, of: input.name)
    }

    /// Reads a stored JSON report from an open file.
    ///
    /// - Parameter path: The path for messages.
    /// - Throws: `Failure` of one line if the file cannot be read or is not a report.
    init(readFrom file: RegularFile, path: String) throws(Failure) {
        let whole: [UInt8]?
        do throws(SystemError) {
            whole = file.size <= Self.maximumBytes ? try file.bytes(at: 0, upTo: file.size) : nil
        } catch {
            throw Failure(.harness, "cannot read the report \(path): \(error); name one of --report json=FILE")
        }
        try self.init(json: whole, of: path)
    }

    /// - Parameter bytes: The whole input, or `nil` if it is too long.
    private init(json bytes: [UInt8]?, of name: String) throws(Failure) {
        guard let bytes else { throw Failure(.harness, "\(name) cannot be used: it is too long for a report") }
        guard !HeapSnapshot.begins(bytes) else {
            throw Failure(
                .harness,
                "\(name) is a heap snapshot and no report: give its file, and not a pipe, to outlive "
                    + "heap or explain")
        }
        do throws(ReportFormatError) {
            try self.init(json: bytes)
        } catch {
            throw Failure(.harness, "\(name) cannot be used: \(error)")
        }
    }
}
