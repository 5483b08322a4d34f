/// A value that is read from an option's text, with the placeholders of one start.
public protocol TemplateValue: Hashable, Sendable {
    /// Reads the value.
    ///
    /// - Throws: `UsageError` when the text cannot be read.
    init(parsing text: String, filling placeholders: Placeholders) throws(UsageError)
}

/// An option whose value can differ from start to start, because its text may hold placeholders.
///
/// The text is checked when the template is made, so that a mistake is found before anything is started.
public struct Template<Value: TemplateValue>: Hashable, Sendable, CustomStringConvertible {
    /// The option's text as it was given.
    public let text: String
    /// The value with made-up placeholders: of use for its kind only.
    let sample: Value

    /// Checks the text and keeps it.
    ///
    /// - Throws: `UsageError` when the text cannot be read.
    public init(_ text: String) throws(UsageError) {
        try Placeholders.refuseUnknown(in: text)
        self.text = text
        sample = try Value(parsing: text, filling: .sample)
    }

    /// The value for one start.
    func filled(with placeholders: Placeholders) throws(UsageError) -> Value {
        try Value(parsing: text, filling: placeholders)
    }

    /// The option's text.
    public var description: String { text }
}

extension StringProtocol {
    /// What follows `prefix`, or nil when the text does not begin with it.
    func after(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
