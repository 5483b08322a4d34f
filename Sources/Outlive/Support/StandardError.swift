#if LiveReset
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Where Outlive speaks to people from inside an application; it does so where something is wrong with itself, and
/// where people have to know an address.
package enum StandardError {
    /// Writes one line, in one piece, with the name of who speaks.
    package static func line(_ text: String) {
        write("outlive: \(text)")
    }

    /// Writes one line, in one piece, as it is.
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
