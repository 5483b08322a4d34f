internal import OutliveSupport

/// A pattern for type names: a full name, its end after a dot, or text in which `*` stands for any characters.
package struct TypePattern: Hashable, Sendable {
    private let patterns: [Wildcards]

    /// Creates a pattern, for example `App.Session`, `Session`, `*Cache`, `[String: Session]` or `closure (*Session*)`.
    package init(_ text: String) { patterns = [Wildcards(text), Wildcards("*." + text)] }

    /// Returns `true` if the pattern matches the name of a type, with or without its kind, or its label in lists.
    package func matches(_ type: HeapType) -> Bool {
        [type.name, type.description, type.label].contains { name in patterns.contains { $0.match(name) } }
    }
}
