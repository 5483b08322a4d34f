/// Conversion of compiler-generated property names to their names in the source.
enum PropertyNames {
    private static let lazyPrefix = "$__lazy_storage_$_"

    /// Returns the name of a field as written in the source.
    ///
    /// - Parameter fields: All fields of the object.
    static func written(
        _ field: HeapSnapshot.Field, among fields: some Sequence<HeapSnapshot.Field>
    ) -> String {
        let name = field.name
        guard let first = name.utf8.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "$") else { return name }
        if name.hasPrefix(lazyPrefix) { return String(name.dropFirst(lazyPrefix.count)) }
        guard name.hasPrefix("_"), name.count > 1, !name.hasPrefix("_$"), !name.hasPrefix("__") else { return name }
        let isObservable = fields.contains { $0.name == "_$observationRegistrar" }
        let property = name.prefix { $0 != "." }
        let isWrapper = fields.contains { $0.name.hasPrefix(property + ".") && isOfWrapper($0) }
        return isObservable || isWrapper ? String(name.dropFirst()) : name
    }

    /// Returns `true` if a property is compiler-generated and has no name in the source.
    static func isMadeUp(_ name: String) -> Bool { name.hasPrefix("_$") || name.hasPrefix("$defaultActor") }

    /// Returns `true` if a field resembles a part of a property wrapper: its value, or functions that it calls.
    ///
    /// Classes are not flattened into fields, so wrappers that are classes do not match.
    private static func isOfWrapper(_ field: HeapSnapshot.Field) -> Bool {
        let names = field.name.split(separator: ".")
        guard names.count > 1 else { return false }
        return wrapperParts.contains(String(names[1].drop { $0 == "_" })) || TypeNames.isFunction(field.type)
    }

    private static let wrapperParts: Set<String> = [
        "backing", "box", "boxed", "content", "contents", "instance", "object", "ref", "reference", "storage", "stored",
        "value", "wrapped", "wrappedValue",
    ]
}
