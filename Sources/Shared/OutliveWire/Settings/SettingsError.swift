internal import OutliveSupport

/// An error in reading or writing settings.
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: Hashable, Sendable {
        private let name: String

        /// An argument is not a setting.
        public static let unknown = Code(name: "unknown")
        /// A setting was given twice, with two values.
        public static let repeated = Code(name: "repeated")
        /// A setting was given without a value.
        public static let missingValue = Code(name: "missingValue")
        /// A setting has an invalid value, or a value cannot be written.
        public static let value = Code(name: "value")
        /// The type that declares the settings is invalid.
        public static let declaration = Code(name: "declaration")
    }

    /// The kind of the error.
    public let code: Code
    /// The spelling of the setting, or the argument; `nil` if the error concerns neither.
    public let setting: String?
    /// One line with the event, its subject and the recommended action.
    public let description: String

    init(_ code: Code, _ setting: String, _ what: String) {
        self.code = code
        self.setting = setting
        description = "\(setting.quotedForLine) \(what)".onOneLine()
    }

    init(_ code: Code, _ description: String) {
        self.code = code
        setting = nil
        self.description = description.onOneLine()
    }
}

extension String {
    /// The text in quotes, truncated if it is long.
    var quotedForLine: String { "'\(onOneLine(upTo: 80))'" }
}
