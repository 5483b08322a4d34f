/// An element cannot be used, and why.
public struct ElementError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why, in kind; more may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of it.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No such element is shown.
        public static let notFound = Self(rawValue: "notFound")
        /// Several elements fit.
        public static let ambiguous = Self(rawValue: "ambiguous")
        /// It does not react to a person.
        public static let disabled = Self(rawValue: "disabled")
        /// It has no place on the screen where it could be pressed.
        public static let offScreen = Self(rawValue: "offScreen")
        /// Another element or window is in the way.
        public static let covered = Self(rawValue: "covered")
        /// It holds no text.
        public static let notText = Self(rawValue: "notText")
        /// Its text cannot be edited.
        public static let notEditable = Self(rawValue: "notEditable")
        /// The text cannot be written.
        public static let notWritable = Self(rawValue: "notWritable")
        /// An interruption handler threw an error.
        public static let handlerFailed = Self(rawValue: "handlerFailed")
        /// The application cannot be looked at.
        public static let notSeen = Self(rawValue: "notSeen")
    }

    /// Why, in kind.
    public let code: Code
    /// What was to be done, such as `tap button "Save"`.
    public let action: String
    /// Why it could not be, and what there is instead.
    public let reason: String
    /// The compiler's `#fileID` of the action: `Module/File.swift`.
    public let fileID: String
    /// The line of the action, counted from 1.
    public let line: Int

    /// All of it in one line.
    public var description: String { "cannot \(action): \(reason) (\(fileID):\(line))" }
}

/// Why an element cannot be used at the moment.
struct Obstacle: Error, Sendable {
    let code: ElementError.Code
    let words: String
    /// The dialog in the way.
    var dialog: DialogName?
    /// Whether waiting does not help.
    var isLasting = false
}
