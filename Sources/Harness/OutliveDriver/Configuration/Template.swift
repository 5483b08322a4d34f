/// A value that is parsed from an option's text after its placeholders are filled.
package protocol TemplateValue: Hashable, Sendable {
    /// Parses the value.
    ///
    /// - Throws: `UsageError` if the text cannot be parsed.
    init(parsing text: String, filling placeholders: Placeholders) throws(UsageError)
}

/// An option whose value can differ between starts, because its text may have placeholders.
///
/// The text is checked on creation, so a mistake is reported before anything is started.
package struct Template<Value: TemplateValue>: Hashable, Sendable, CustomStringConvertible {
    /// The option's text as given.
    package let text: String
    /// The value with sample placeholders; only its kind is meaningful.
    let sample: Value

    /// Checks and keeps the text.
    ///
    /// - Throws: `UsageError` if the text cannot be parsed.
    package init(_ text: String) throws(UsageError) {
        try Placeholders.refuseUnknown(in: text)
        self.text = text
        sample = try Value(parsing: text, filling: .sample)
    }

    /// Returns the value for one start.
    func filled(with placeholders: Placeholders) throws(UsageError) -> Value {
        try Value(parsing: text, filling: placeholders)
    }

    /// The option's text.
    package var description: String { text }
}

extension StringProtocol {
    /// Returns the text after `prefix`, or `nil` if the text does not begin with it.
    func after(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
