internal import OutliveModel

/// The objects in which the standard library and well-known packages keep the elements of collections.
enum CollectionStorage {
    private static let bases: Set<String> = [
        "ManagedBuffer", "_ContiguousArrayStorage", "_DequeBuffer", "_DictionaryStorage", "_HeapStorage", "_SetStorage",
        "__ContiguousArrayStorageBase", "LockStorage", "LockedBuffer", "Storage", "_Box", "_Buffer", "_Storage",
    ]

    /// Returns `true` for an object of a library that only keeps the elements or the state of a value: the storage of a
    /// collection, or what inherits from `ManagedBuffer`.
    static func isStorage(_ holder: Holder) -> Bool {
        holder.kind == .object && holder.author == .library
            && (holder.isBuffer || bases.contains(TypeNames.base(holder.typeName)))
    }

    /// The type of the elements, or of the values of a dictionary; nil where the name does not tell.
    static func elementType(_ name: String) -> String? {
        guard let open = name.firstIndex(of: "<"), name.hasSuffix(">") else { return nil }
        let arguments = name[name.index(after: open)...].dropLast()
        let last = TypeNames.arguments(String(arguments)).last ?? ""
        return last == "Swift.AnyObject" ? nil : last
    }

    /// What the storage is written as where it is a holder by itself: `[Session]`, `[String: Session]`, `Set<Session>`.
    static func written(_ name: String) -> String? {
        guard let open = name.firstIndex(of: "<"), name.hasSuffix(">") else { return nil }
        let arguments = TypeNames.arguments(String(name[name.index(after: open)...].dropLast()))
            .map(TypeNames.brief)
        switch (TypeNames.base(name), arguments.count) {
        case ("_ContiguousArrayStorage", 1): return "[\(arguments[0])]"
        case ("_DictionaryStorage", 2): return "[\(arguments[0]): \(arguments[1])]"
        case ("_SetStorage", 1): return "Set<\(arguments[0])>"
        default: return nil
        }
    }
}
