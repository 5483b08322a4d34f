#if LiveReset
#if canImport(FoundationEssentials)
internal import OutliveSupport
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Files that only their owner can read and that are never visible half written.
enum PrivateFile {
    /// A failed system call.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ path: String) {
            description = "cannot write \(path): \(String(cString: strerror(errno)))"
        }
    }

    /// Creates or replaces the file at `path` by renaming a temporary file.
    ///
    /// - Throws: `Failure`. No temporary file remains.
    static func replace(_ path: String, with content: Data) throws {
        let temporary = "\(path).\(UUID().uuidString).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(path) }
        do {
            defer { close(descriptor) }
            try fill(descriptor, with: content, path)
            guard rename(temporary, path) == 0 else { throw Failure(path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func fill(_ descriptor: Int32, with content: Data, _ path: String) throws {
        try content.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw Failure(path) }
                rest = rest.dropFirst(written)
            }
        }
    }
}
#endif
