internal import OutliveModel
private import Synchronization

/// The properties, captures and elements that contain the edges of a snapshot, as far as the types describe them.
///
/// What follows from the types is worked out once for each place of a type, not at each edge. Safe to use from several
/// threads.
final class EdgeReferences: Sendable {
    /// A place in the instances of a type, and the type to which the word there leads.
    private struct WordPlace: Hashable {
        var type: Int
        var part: HeapSnapshot.Field.Part
        var offset: UInt32
        var target: UInt32
    }

    private let snapshot: HeapSnapshot
    private let known = Mutex<[WordPlace: Reference]>([:])

    init(_ snapshot: HeapSnapshot) { self.snapshot = snapshot }

    /// Returns the reference of an edge from a node.
    func reference(_ edge: Int, from node: Int) -> Reference {
        let target = snapshot.nodes[Int(snapshot.edges[edge].target)].type
        var reference = outerReference(edge, from: node, to: target)
        guard let value = snapshot.value(ofEdge: edge) else { return reference }
        // The property type ends at the existential (`any P`); the value's own type describes the rest.
        let inner = self.reference(
            at: WordPlace(type: Int(value.type), part: .instance, offset: value.offset, target: target))
        reference.pieces += inner.pieces
        if let name = inner.elementType ?? (inner.pieces.isEmpty ? nil : snapshot.types[Int(value.type)].type?.name) {
            reference.elementType = name
        }
        return reference
    }

    private func outerReference(_ edge: Int, from node: Int, to target: UInt32) -> Reference {
        let index = snapshot.contentType(ofNode: node)
        guard let kind = snapshot.types[index].type?.kind, kind != .task else { return Reference() }
        let slot = snapshot.slot(ofEdge: edge, from: node, type: index)
        var reference = reference(at: WordPlace(type: index, part: slot.part, offset: slot.offset, target: target))
        switch slot.part {
        case .instance: break
        case .value: reference.pieces.insert(.value, at: 0)
        case .element where snapshot.types[index].elementStride > 0:
            reference.pieces.insert(.element(Int(slot.index)), at: 0)
        case .element:
            let isSet = snapshot.hashTable(ofNode: node)?.values == nil
            reference.pieces.insert(isSet ? .member : .key, at: 0)
        }
        return reference
    }

    /// Returns the reference at a place, without the element that contains it.
    private func reference(at place: WordPlace) -> Reference {
        if let reference = known.withLock({ $0[place] }) { return reference }
        let reference = snapshot.reference(
            in: snapshot.types[place.type], place.part, place.offset, to: snapshot.types[Int(place.target)])
        known.withLock { $0[place] = reference }
        return reference
    }
}

extension HeapSnapshot {
    fileprivate func reference(
        in type: BlockType, _ part: Field.Part, _ offset: UInt32, to target: BlockType
    ) -> Reference {
        let fields = fields(of: type).filter { $0.part == part }
        guard let field = Self.likeliest(of: fields.filter { $0.contains(offset) }, to: target) else {
            return Reference()
        }
        var reference = Reference(fieldType: field.type)
        if !field.owner.isEmpty {
            reference.elementType = field.owner
        } else if part == .instance {
            let declarers = superclasses(of: type).prefix { $0.instanceSize > field.offset }
            reference.declaringType = declarers.compactMap(\.type?.name).last ?? ""
        }
        if !field.name.isEmpty, !field.isCompilerGenerated {
            let name = field.writtenName(among: fields)
            let isHeader = part == .instance && isManagedBuffer(type)
            if let name = Self.withoutBox(name, field, among: fields, isHeader: isHeader) {
                reference.pieces.append(.property(name))
            }
        }
        return reference
    }

    /// Returns the field of a reference among overlapping fields, such as the payloads of an enum, by the type of the
    /// target.
    private static func likeliest(of fields: [Field], to target: BlockType) -> Field? {
        guard fields.count > 1 else { return fields.last }
        let references = fields.filter { $0.strength == .strong && FieldContent(ofType: $0.type) == .reference }
        guard references.count > 1, let type = target.type?.name else { return references.last ?? fields.last }
        return references.last { $0.type == type || $0.type == "Swift.Optional<\(type)>" }
            ?? references.last { TypeNames.storageClasses(of: $0.type)?.contains(type) == true }
            ?? references.last { TypeNames.storageClasses(of: $0.type) == nil } ?? references.last
    }

    /// Returns the name of a field without wrappers, or `nil` if nothing remains.
    ///
    /// A wrapper is the only, private property of a struct, as in `records._storage`, or the header of a buffer.
    private static func withoutBox(_ name: String, _ field: Field, among fields: [Field], isHeader: Bool) -> String? {
        var parts = name.split(separator: ".")
        if isHeader, parts.first == "header" { parts.removeFirst() }
        if parts.count > 1, let last = parts.last, last.hasPrefix("_") {
            let prefix = field.name.dropLast(last.count)
            if fields.count(where: { $0.name.hasPrefix(prefix) }) == 1 { parts.removeLast() }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ".")
    }

    /// Returns the superclasses of a type, the nearest first; at most 64, as a corrupt file may contain a cycle.
    private func superclasses(of type: BlockType) -> some Sequence<BlockType> {
        sequence(first: type) { $0.superclass.map { types[Int($0)] } }.dropFirst().prefix(64)
    }

    /// Returns `true` if a class inherits from `ManagedBuffer`, which stores a header followed by elements.
    func isManagedBuffer(_ type: BlockType) -> Bool {
        superclasses(of: type).contains { $0.type?.name.hasPrefix("Swift.ManagedBuffer<") == true }
    }
}
