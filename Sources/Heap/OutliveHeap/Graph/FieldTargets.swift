internal import OutliveModel

/// The classes of the objects to which fields can refer, by the declared types of the fields.
///
/// A word that leads to another object is not a reference of its field: the memory of an enum keeps words of an earlier
/// case, or was never written, and a released block can be another object by now.
struct FieldTargets: Sendable {
    /// For each declared type, the classes of its targets, subclasses included.
    private var classes: [[UInt32]] = []
    private var known: [String: UInt32?] = [:]
    /// The numbers of the classes of the snapshot, by name.
    private let numbers: [String: UInt32]
    /// For each type, its number, which types of the same name share.
    private let typeNumbers: [UInt32]
    /// For each type, the index of its superclass.
    private let superclasses: [UInt32?]
    private let hasSuperclasses: Bool
    /// `true` for each type whose instances are objects of a known class.
    private let isKnown: [Bool]

    /// The maximum number of superclasses, as a corrupt file may contain a cycle.
    private static let maximumSuperclasses = 64

    init(_ snapshot: HeapSnapshot) {
        let typeNumbers = snapshot.typeNumbers
        self.typeNumbers = typeNumbers
        superclasses = snapshot.types.map(\.superclass)
        isKnown = snapshot.types.map { type in
            type.type.map { $0.kind == .object && $0.name != "unknown" } ?? false
        }
        // A file without any superclass is of a version that did not record them.
        hasSuperclasses = snapshot.types.contains { $0.superclass != nil }
        let objects = snapshot.types.indices.filter { snapshot.types[$0].type?.kind == .object }
        numbers = Dictionary(
            objects.map { (snapshot.types[$0].type!.name, typeNumbers[$0]) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the number of a field's declared type, or `nil` for one that can refer to objects of unknown classes.
    ///
    /// - Parameter name: The fully qualified name, as the runtime spells it.
    mutating func declared(_ name: String) -> UInt32? {
        if let declared = known[name] { return declared }
        var declared: UInt32?
        if let classes = classes(of: name) {
            declared = UInt32(self.classes.count)
            self.classes.append(classes)
        }
        known[name] = .some(declared)
        return declared
    }

    private func classes(of name: String) -> [UInt32]? {
        if let storages = TypeNames.storageClasses(of: name) { return storages.compactMap { numbers[$0] }.sorted() }
        let name = String(TypeNames.withoutOptional(name))
        // Foundation and its C library take each other's objects for their own.
        guard !name.hasPrefix("Foundation"), !name.hasPrefix("__C"), hasSuperclasses else { return nil }
        return numbers[name].map { [$0] }
    }

    /// Returns `true` if a field can refer to an instance of a type.
    ///
    /// Boxes, closures and other memory are possible everywhere: the payload of an indirect case is in such a block. So
    /// are tasks: a payload without references, such as an unsafe continuation, has no field.
    ///
    /// - Parameters:
    ///   - type: The index in the snapshot's types.
    ///   - declared: The number of the field's declared type; see `declared(_:)`.
    func allows(_ type: UInt32, in declared: UInt32?) -> Bool {
        guard let declared, isKnown[Int(type)] else { return true }
        let allowed = classes[Int(declared)]
        var type = type
        for _ in 0..<Self.maximumSuperclasses {
            if allowed.contains(typeNumbers[Int(type)]) { return true }
            guard let superclass = superclasses[Int(type)] else { return false }
            type = superclass
        }
        return true
    }
}
