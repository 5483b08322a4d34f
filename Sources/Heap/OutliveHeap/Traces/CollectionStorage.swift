internal import OutliveModel

/// The objects in which the standard library and well-known packages store the elements of collections.
enum CollectionStorage {
    private static let bases: Set<String> = [
        "ManagedBuffer", "_ContiguousArrayStorage", "_DequeBuffer", "_DictionaryStorage", "_HeapStorage", "_SetStorage",
        "__ContiguousArrayStorageBase", "LockStorage", "LockedBuffer", "Storage", "_Box", "_Buffer", "_Storage",
    ]

    /// Returns `true` if a library object only stores elements or the state of a value, such as a subclass of
    /// `ManagedBuffer`.
    static func isStorage(_ holder: Holder) -> Bool {
        holder.kind == .object && holder.author == .library
            && (holder.isBuffer || bases.contains(TypeNames.base(holder.typeName)))
    }

    /// Returns the type of the elements, or of a dictionary's values, or `nil` if the name does not contain it.
    static func elementType(_ name: String) -> String? {
        TypeNames.arguments(of: name)?.last.flatMap { $0 == "Swift.AnyObject" ? nil : $0 }
    }

    /// Returns the source spelling of a storage type: `[Session]`, `[String: Session]` or `Set<Session>`.
    static func written(_ name: String) -> String? {
        guard let arguments = TypeNames.arguments(of: name)?.map(TypeNames.brief) else { return nil }
        switch (TypeNames.base(name), arguments.count) {
        case ("_ContiguousArrayStorage", 1): return "[\(arguments[0])]"
        case ("_DictionaryStorage", 2): return "[\(arguments[0]): \(arguments[1])]"
        case ("_SetStorage", 1): return "Set<\(arguments[0])>"
        default: return nil
        }
    }
}
