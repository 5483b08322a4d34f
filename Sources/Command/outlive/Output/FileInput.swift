internal import Foundation
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
