// Re-exports the C library to every file that imports this module.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Darwin
#endif

/// The reason why a file, a library or a socket cannot be used, in one line.
package struct SystemFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Returns the text of an error of a call of the system, by default of the last one, in `errno`.
package func lastError(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
