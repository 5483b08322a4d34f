#if LiveReset
internal import OutliveModel

/// What registrations have in common when they are counted together, in the form that `track` can make cheaply.
///
/// The `ComponentKey` of reports, with its texts, is made from it only for what survived.
struct RegistrationKey: Hashable, Sendable {
    /// The name given, or nil for the type's.
    var name: String?
    /// The object's dynamic type.
    var type: AnyObject.Type
    /// Where `track` was called; literals, so that no text is copied.
    var fileID: String
    var line: UInt32
    var column: UInt32
    var lifetime: Lifetime

    /// Whether the component is to end with its generation.
    var endsWithGeneration: Bool {
        if case .untilReset = lifetime { true } else { false }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.line == right.line && left.column == right.column && left.type == right.type
            && left.fileID == right.fileID && left.name == right.name && left.lifetime == right.lifetime
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        hasher.combine(line)
        hasher.combine(column)
        hasher.combine(fileID)
        hasher.combine(name)
    }
}

/// One object registered under one key.
struct Registration {
    let key: RegistrationKey
    /// The generation that the object was registered in first.
    let generation: Int
    /// The interned stack of the `track` call; 0 for none.
    let stack: UInt32
    /// Whether this is the registration by which the object is counted: its first of the kind of lifetime.
    ///
    /// An object with two names is in two rows of a report, but is one object.
    let representsObject: Bool
    /// Whether a report has named it already, so that it is not waited for again.
    var isReported = false
    /// How many ended generations still want to know what becomes of it; until then its slot is not used again.
    var holders: UInt32 = 0
}
#endif
