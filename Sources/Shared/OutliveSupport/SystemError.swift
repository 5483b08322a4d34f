/// Returns the system's description of an error, by default of the last call of the system.
package func systemError(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

/// A failed call of the system, or something that it refers to and that cannot be used.
package struct SystemError: Error, CustomStringConvertible {
    /// The code of `errno`, if one call failed.
    package let code: Int32?
    package let description: String

    /// Creates an error of a call, by default with the system's description of its code.
    package init(code: Int32, description: String? = nil) {
        (self.code, self.description) = (code, description ?? systemError(code))
    }

    package init(_ description: String) { (code, self.description) = (nil, description) }
}
