/// A failure to use an element.
public struct ElementError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a failure; more kinds may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No such element is shown.
        public static let notFound = Self(rawValue: "notFound")
        /// Several elements match.
        public static let ambiguous = Self(rawValue: "ambiguous")
        /// The element does not react to input.
        public static let disabled = Self(rawValue: "disabled")
        /// The element has no position on the screen at which it could be pressed.
        public static let offScreen = Self(rawValue: "offScreen")
        /// Another element or window covers the element.
        public static let covered = Self(rawValue: "covered")
        /// The element has no editable text.
        public static let notText = Self(rawValue: "notText")
        /// The text of the element is read-only.
        public static let notEditable = Self(rawValue: "notEditable")
        /// The text contains a character that cannot be entered.
        public static let notWritable = Self(rawValue: "notWritable")
        /// An interruption handler threw an error.
        public static let handlerFailed = Self(rawValue: "handlerFailed")
        /// The application could not be accessed, or did not respond in time.
        public static let notSeen = Self(rawValue: "notSeen")
    }

    /// The kind of the failure.
    public let code: Code
    /// The attempted action, such as `tap button "Save"`.
    public let action: String
    /// The reason, and the alternatives that are shown instead.
    public let reason: String
    /// The compiler's `#fileID` of the action: `Module/File.swift`.
    public let fileID: String
    /// The line of the action, counted from 1.
    public let line: Int

    /// The action, reason and location in one line.
    public var description: String { "cannot \(action): \(reason) (\(fileID):\(line))" }
}
