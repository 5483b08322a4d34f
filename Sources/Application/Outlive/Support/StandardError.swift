#if LiveReset
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Messages on standard error: problems of Outlive itself, and addresses that the user needs.
package enum StandardError {
    /// Writes one line with the prefix `outlive:`, in a single system call.
    package static func line(_ text: String) {
        write("outlive: \(text)")
    }

    /// Writes one line unchanged, in a single system call.
    package static func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        #if canImport(Glibc)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
        #elseif canImport(Musl)
        _ = Musl.write(STDERR_FILENO, bytes, bytes.count)
        #else
        _ = Darwin.write(STDERR_FILENO, bytes, bytes.count)
        #endif
    }
}
#endif
