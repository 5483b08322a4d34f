/// The classes in which values of the standard library store their contents, by the names of types.
enum StorageTypes {
    private static let texts: Set<String> = ["Swift.__StringStorage", "Swift.__SharedStringStorage"]
    private static let textTypes: Set<Substring> = ["Swift.String", "Swift.Substring", "Swift.Character"]
    private static let arrays: Set<Substring> = ["Swift.Array", "Swift.ContiguousArray"]
    /// The storage of arrays of objects, whatever their class.
    private static let ofObjects = "Swift._ContiguousArrayStorage<Swift.AnyObject>"

    /// Returns the names of the classes in which values of a type store their contents, or `nil` if they are unknown.
    ///
    /// - Parameter value: The fully qualified name of the type, as the runtime spells it, optional or not.
    static func classes(of value: String) -> Set<String>? {
        let name = TypeNames.withoutOptional(value)
        if textTypes.contains(name) { return texts }
        guard name.hasPrefix("Swift."), let open = name.firstIndex(of: "<"), !isVague(name) else { return nil }
        let arguments = name[open...]
        switch name[..<open] {
        case "Swift.Dictionary": return ["Swift._DictionaryStorage\(arguments)"]
        case "Swift.Set": return ["Swift._SetStorage\(arguments)"]
        case let base where arrays.contains(base):
            let own = "Swift._ContiguousArrayStorage\(arguments)"
            return isValue(arguments.dropFirst().dropLast()) ? [own] : [own, ofObjects]
        default: return nil
        }
    }

    /// Returns `true` if a name need not be the only one of its type.
    private static func isVague(_ name: Substring) -> Bool {
        name.contains("unknown") || name.contains("$")
    }

    /// Returns `true` if a type is certainly no class: one of the standard library that is not meant for references, a
    /// tuple or a function.
    private static func isValue(_ name: Substring) -> Bool {
        guard name.hasPrefix("Swift.") else { return name.hasPrefix("(") }
        let base = name.dropFirst("Swift.".count).prefix { $0 != "<" }
        return !["_", "AnyObject", "ManagedBuffer"].contains(where: base.hasPrefix) && !base.hasSuffix("KeyPath")
    }
}
