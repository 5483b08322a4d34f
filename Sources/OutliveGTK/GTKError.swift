/// Why something of OutliveGTK cannot be done in this process.
public struct GTKError: Error, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// GLib or GTK is not in the process, or lacks a function that is needed.
        public static let missing = Code(name: "missing")
        /// The process runs another version than GTK 3.
        public static let version = Code(name: "version")
        /// What was given is not a widget of the kind that is needed.
        public static let widget = Code(name: "widget")
        /// The platform has no main queue that GLib can serve.
        public static let platform = Code(name: "platform")
    }

    /// The kind of the error.
    public let code: Code
    /// What happened, to what, and what to do, in one line.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
