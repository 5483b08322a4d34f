#if LiveReset
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Where Outlive speaks to people from inside an application; it does so only when something is wrong with itself.
enum StandardError {
    /// Writes one line, in one piece.
    static func line(_ text: String) {
        let bytes = Array("outlive: \(text)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
#endif
