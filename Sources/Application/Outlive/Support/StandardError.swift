#if LiveReset
internal import OutliveSupport

/// Messages on standard error: problems of Outlive itself, and addresses that the user needs.
package enum StandardError {
    /// Writes one line with the prefix `outlive:`, in a single system call.
    package static func line(_ text: String) {
        write("outlive: \(text)")
    }

    /// Writes one line unchanged, in a single system call.
    package static func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        writeAll(bytes)
    }
}

private func writeAll(_ bytes: [UInt8]) { _ = write(STDERR_FILENO, bytes, bytes.count) }
#endif
