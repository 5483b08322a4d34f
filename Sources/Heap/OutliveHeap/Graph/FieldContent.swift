/// The kind of value that a field can contain, judged by its reference strength and type name.
enum FieldContent: UInt8, Sendable {
    /// A strong reference, or a value that can contain one.
    case reference
    /// An unsafe pointer, which can own a malloc block but no object.
    case pointer
    /// An unowned reference, which keeps the memory of an object allocated but not the object alive.
    case unowned
    /// A value that keeps nothing alive: a weak or unmanaged reference, or a number.
    case nothing

    /// Creates the content of a field from its reference strength.
    init(_ strength: HeapSnapshot.Field.Strength) {
        switch strength {
        case .strong: self = .reference
        case .unowned: self = .unowned
        case .weak, .unmanaged: self = .nothing
        }
    }

    /// Creates the content of a strong field from its type.
    ///
    /// - Parameter type: The fully qualified type name, as the runtime spells it.
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
    /// Types whose bits resemble an address only by chance, or are compared and never dereferenced.
    private static let values: Set<String> = [
        "Swift.Unmanaged", "Swift.ObjectIdentifier", "Swift.Bool", "Swift.Int", "Swift.Int8", "Swift.Int16",
        "Swift.Int32", "Swift.Int64", "Swift.Int128", "Swift.UInt", "Swift.UInt8", "Swift.UInt16", "Swift.UInt32",
        "Swift.UInt64", "Swift.UInt128", "Swift.Float", "Swift.Double", "Swift.Duration", "Builtin.Word", "()",
    ]
}
