/// What a field may hold, as far as its strength and the name of its type tell.
enum FieldContent: UInt8, Sendable {
    /// A reference that keeps what it leads to alive, or a value with such ones in it.
    case reference
    /// An address that somebody keeps by hand: it owns memory of malloc's, and no objects.
    case pointer
    /// A reference that keeps the memory of an object, but not the object.
    case unowned
    /// Nothing that keeps anything alive: a weak reference, an unmanaged one, a number.
    case nothing

    /// What a field of a strength may hold.
    init(_ strength: HeapSnapshot.Field.Strength) {
        switch strength {
        case .strong: self = .reference
        case .unowned: self = .unowned
        case .weak, .unmanaged: self = .nothing
        }
    }

    /// What a strong field of a type may hold.
    ///
    /// - Parameter type: its name as the runtime spells it, fully qualified.
    init(ofType type: String) {
        var name = type[...]
        while name.hasPrefix("Swift.Optional<"), name.hasSuffix(">") { name = name.dropFirst(15).dropLast() }
        let generic = name.prefix { $0 != "<" }
        if Self.pointers.contains(String(generic)) {
            self = .pointer
        } else if Self.values.contains(String(generic)) || name.hasSuffix(".Type") || name.hasSuffix(".Protocol") {
            self = .nothing
        } else {
            self = .reference
        }
    }

    private static let pointers: Set<String> = [
        "Swift.UnsafePointer", "Swift.UnsafeMutablePointer", "Swift.UnsafeRawPointer", "Swift.UnsafeMutableRawPointer",
        "Swift.UnsafeBufferPointer", "Swift.UnsafeMutableBufferPointer", "Swift.UnsafeRawBufferPointer",
        "Swift.UnsafeMutableRawBufferPointer", "Swift.AutoreleasingUnsafeMutablePointer", "Swift.OpaquePointer",
        "Builtin.RawPointer",
    ]
    /// What looks like an address only by chance, or is one that is compared and not followed.
    private static let values: Set<String> = [
        "Swift.Unmanaged", "Swift.ObjectIdentifier", "Swift.Bool", "Swift.Int", "Swift.Int8", "Swift.Int16",
        "Swift.Int32", "Swift.Int64", "Swift.Int128", "Swift.UInt", "Swift.UInt8", "Swift.UInt16", "Swift.UInt32",
        "Swift.UInt64", "Swift.UInt128", "Swift.Float", "Swift.Double", "Swift.Duration", "Builtin.Word", "()",
    ]
}
