internal import OutliveModel

extension TypeNames {
    private static let texts: Set<String> = ["Swift.__StringStorage", "Swift.__SharedStringStorage"]
    private static let textTypes: Set<Substring> = ["Swift.String", "Swift.Substring", "Swift.Character"]
    private static let arrays: Set<Substring> = ["Swift.Array", "Swift.ContiguousArray"]
    /// The storage of arrays of objects, whatever their class.
    private static let ofObjects = "Swift._ContiguousArrayStorage<Swift.AnyObject>"

    /// Returns the names of the classes in which values of a type store their contents, or `nil` if they are unknown.
    ///
    /// - Parameter value: The fully qualified name of the type, as the runtime spells it, optional or not.
    static func storageClasses(of value: String) -> Set<String>? {
        let name = withoutOptional(value)
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

    /// Returns the type of a collection's elements, or of a dictionary's values, by the type of its storage, or `nil` if the
    /// name does not contain it.
    static func element(ofStorage name: String) -> String? {
        arguments(of: name)?.last.flatMap { $0 == "Swift.AnyObject" ? nil : $0 }
    }

    /// Returns the source spelling of a storage type: `[Session]`, `[String: Session]` or `Set<Session>`.
    static func collection(storedIn name: String) -> String? {
        guard let arguments = arguments(of: name)?.map(brief) else { return nil }
        switch (base(name), arguments.count) {
        case ("_ContiguousArrayStorage", 1): return "[\(arguments[0])]"
        case ("_DictionaryStorage", 2): return "[\(arguments[0]): \(arguments[1])]"
        case ("_SetStorage", 1): return "Set<\(arguments[0])>"
        default: return nil
        }
    }

    /// Returns the public property whose collection is stored by objects of a type, or `nil` if the type does not show it.
    ///
    /// Encoders and decoders keep it in a private one.
    static func property(storedAs storage: String) -> String? {
        storage.hasPrefix("Swift._DictionaryStorage<Swift.CodingUserInfoKey,") ? "userInfo" : nil
    }

    /// Returns `true` if objects of a type, by its name without modules, are spans of a tracer, which end when the program
    /// says so, and not of text or time.
    static func isSpan(_ type: String) -> Bool {
        type.hasSuffix("Span") && !["Text", "Time", "Date", "Row", "Column", "Line", "Life"].contains(type.dropLast(4))
    }
}
