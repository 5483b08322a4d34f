/// An error that a test throws.
package struct Broken: Error, CustomStringConvertible {
    /// The description of the error.
    package let description: String

    /// Makes an error.
    package init(_ description: String) {
        self.description = description
    }
}
