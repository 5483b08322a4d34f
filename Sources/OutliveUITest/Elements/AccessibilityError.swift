/// The windows of an application cannot be looked at.
public struct AccessibilityError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in kind; more may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of it.
        public let rawValue: String

        /// Makes a code of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The accessibility library is not installed, or is another one.
        public static let noLibrary = Self(rawValue: "noLibrary")
        /// There is no session bus.
        public static let noSessionBus = Self(rawValue: "noSessionBus")
        /// There is no accessibility bus.
        public static let noAccessibilityBus = Self(rawValue: "noAccessibilityBus")
        /// No process runs.
        public static let noProcess = Self(rawValue: "noProcess")
        /// The process shows nothing to assistive technology, or not yet.
        public static let notOnBus = Self(rawValue: "notOnBus")
        /// The application can be seen, and shows no window.
        public static let noWindow = Self(rawValue: "noWindow")
        /// The application, or what sends pointer and keys, did not answer in time.
        public static let noAnswer = Self(rawValue: "noAnswer")
        /// The pointer or a key could not be pressed.
        public static let noInput = Self(rawValue: "noInput")
    }

    /// What is wrong, in kind.
    public let code: Code
    /// What happened, and what to do.
    public let description: String

    package init(_ code: Code, _ description: String) {
        (self.code, self.description) = (code, description)
    }

    /// Whether waiting does not help.
    var isLasting: Bool { [.noLibrary, .noSessionBus, .noAccessibilityBus].contains(code) }

    /// Whether there may be elements that it kept from being seen: a process that does not run has none.
    var hidesElements: Bool { code != .noProcess }

    static let noProcess = Self(.noProcess, "the application is not running: launch it before its elements are used")

    static let noWindow = Self(
        .noWindow, "the application shows no windows: have it say that it is ready when its first window is shown")
}
