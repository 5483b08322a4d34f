#if LiveReset
internal import OutliveWire

/// The properties by which registrations are counted together, in a form that is cheap to create.
///
/// Only survivors get a `ComponentKey`, the textual form used in reports.
struct RegistrationKey: Hashable, Sendable {
    /// The given name, or `nil` for the name of the type.
    var name: String?
    var type: AnyObject.Type
    /// The file of the `track` call; the string is a literal, so it is not copied.
    var fileID: String
    var line: UInt32
    var column: UInt32
    var lifetime: Lifetime

    /// `true` if the component should be released with its generation.
    var endsWithGeneration: Bool {
        if case .untilReset = lifetime { true } else { false }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.line == right.line && left.column == right.column && left.type == right.type
            && left.fileID == right.fileID && left.name == right.name && left.lifetime == right.lifetime
    }

    // Without the file, because a site with the same type, line and column in another file is rare.
    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        hasher.combine(UInt64(line) << 32 | UInt64(column))
        hasher.combine(name)
    }
}

/// An object registered under a key.
///
/// Registrations are as numerous as components. All properties are plain numbers, so that copies need no counting of
/// references.
struct Registration {
    /// The number of the key in the table's `keys`.
    let key: KeyIndex
    /// The interned stack of the `track` call, or 0 for none.
    let stack: UInt32
    private let storedGeneration: UInt32
    /// The number of ended generations that wait for this object; the slot is reused only at 0.
    var holders: UInt32 = 0
    /// `true` if the object is counted by this registration, its first with this kind of lifetime.
    ///
    /// An object with two names appears in two rows of a report, but counts as one object.
    let representsObject: Bool
    /// `true` if the component should be released with its generation.
    let endsWithGeneration: Bool
    /// `true` if a report has listed the object; settling no longer waits for it.
    var isReported: Bool

    init(
        key: KeyIndex, stack: UInt32, generation: Int, representsObject: Bool, endsWithGeneration: Bool,
        isReported: Bool
    ) {
        self.key = key
        self.stack = stack
        storedGeneration = UInt32(clamping: generation)
        (self.representsObject, self.endsWithGeneration) = (representsObject, endsWithGeneration)
        self.isReported = isReported
    }

    /// The generation of the object's first registration.
    var generation: Int { Int(storedGeneration) }
}

extension ComponentKey {
    /// Creates the key in the form used by reports.
    init(_ key: RegistrationKey) {
        self.init(
            name: key.name ?? String(describing: key.type), type: Self.stableName(of: key.type),
            site: RegistrationSite(fileID: key.fileID, line: Int(key.line), column: Int(key.column)),
            lifetime: key.lifetime)
    }

    /// Returns the qualified name of a type, which is the same in every run.
    ///
    /// For private and local types, Swift's name contains an address, as in `Module.(unknown context at $7f3a).Type`.
    /// This function removes it.
    static func stableName(of type: AnyObject.Type) -> String {
        var name = String(reflecting: type)
        while let context = name.firstRange(of: "(unknown context at $"),
            let end = name[context.upperBound...].firstRange(of: ").")
        {
            name.removeSubrange(context.lowerBound..<end.upperBound)
        }
        return name
    }
}
#endif
