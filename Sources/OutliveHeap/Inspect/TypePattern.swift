public import OutliveModel

/// Which types are meant: by their whole name, the end of it after a dot, or with `*` for any characters.
public struct TypePattern: Hashable, Sendable {
    private let whole: Wildcards
    private let end: Wildcards

    /// Makes a pattern: `App.Session`, `Session`, `*Cache`, `closure (*Session*)`.
    public init(_ text: String) {
        whole = Wildcards(text)
        end = Wildcards("*." + text)
    }

    /// Whether a type is meant, by its name with or without its kind.
    public func matches(_ type: HeapType) -> Bool {
        [type.name, type.description].contains { whole.match($0) || end.match($0) }
    }
}
