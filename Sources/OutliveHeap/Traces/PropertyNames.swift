/// How properties are called in the source that the compiler gives other names to in the object.
enum PropertyNames {
    private static let lazyPrefix = "$__lazy_storage_$_"

    /// The name as it is written in the source.
    ///
    /// - Parameter fields: all of the object.
    static func written(_ field: HeapSnapshot.Field, among fields: [HeapSnapshot.Field]) -> String {
        let name = field.name
        if name.hasPrefix(lazyPrefix) { return String(name.dropFirst(lazyPrefix.count)) }
        guard name.hasPrefix("_"), name.count > 1, !name.hasPrefix("_$"), !name.hasPrefix("__") else { return name }
        let isObservable = fields.contains { $0.name == "_$observationRegistrar" }
        // What is taken apart is a struct of the program's, so a wrapper more often than not.
        return isObservable || isWrapper(field.type) || name.contains(".") ? String(name.dropFirst()) : name
    }

    /// Whether the compiler made a property up, for which there is no name in the source.
    static func isMadeUp(_ name: String) -> Bool { name.hasPrefix("_$") || name.hasPrefix("$defaultActor") }

    /// Whether a type looks like a property wrapper: a generic type of the program's or a package's, `App.Linked<App.Cart>`.
    private static func isWrapper(_ type: String) -> Bool {
        guard type.hasSuffix(">"), let module = TypeNames.module(type) else { return false }
        return !["Swift", "Synchronization", "Observation", "Foundation", "_Concurrency", "Dispatch"].contains(module)
    }
}
