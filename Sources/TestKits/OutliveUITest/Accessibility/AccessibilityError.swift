/// A failure to access the windows of an application.
public struct AccessibilityError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a failure; more kinds may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The accessibility library is not installed or is incompatible.
        public static let noLibrary = Self(rawValue: "noLibrary")
        /// There is no session bus.
        public static let noSessionBus = Self(rawValue: "noSessionBus")
        /// There is no accessibility bus.
        public static let noAccessibilityBus = Self(rawValue: "noAccessibilityBus")
        /// The process is not running.
        public static let noProcess = Self(rawValue: "noProcess")
        /// The process does not provide windows to assistive technology, or does not do so yet.
        public static let notOnBus = Self(rawValue: "notOnBus")
        /// The application is accessible but shows no window.
        public static let noWindow = Self(rawValue: "noWindow")
        /// The application or the input service did not respond in time.
        public static let noAnswer = Self(rawValue: "noAnswer")
        /// Pointer or key input failed.
        public static let noInput = Self(rawValue: "noInput")
    }

    /// The kind of the failure.
    public let code: Code
    /// A one-line description of the failure and its remedy.
    public let description: String

    package init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// `true` if waiting cannot resolve the failure.
    var isPermanent: Bool { [.noLibrary, .noSessionBus, .noAccessibilityBus].contains(code) }
    /// `true` if the application may have elements that could not be read. A process that is not running has none.
    var hidesElements: Bool { code != .noProcess }

    static let noProcess = Self(.noProcess, "the application is not running: launch it before using its elements")

    static let noWindow = Self(
        .noWindow, "the application shows no windows: let it report ready only when its first window is shown")
}
