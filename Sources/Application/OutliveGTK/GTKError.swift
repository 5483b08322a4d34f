/// An error of OutliveGTK.
public struct GTKError: Error, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// The process does not link GLib or GTK, or lacks a required function.
        public static let missing = Code(name: "missing")
        /// The process uses a version of GTK other than 3.
        public static let version = Code(name: "version")
        /// The given object is not a widget of the required type.
        public static let widget = Code(name: "widget")
        /// The platform has no main queue that GLib can serve.
        public static let platform = Code(name: "platform")
    }

    /// The kind of the error.
    public let code: Code
    /// A one-line description: what happened, to what, and what to do.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
