internal import OutliveModel

extension HeapSnapshot {
    /// Returns the property, capture or element that contains an edge, as far as the type describes it.
    func reference(_ edge: Int, from node: Int) -> Reference {
        let target = types[Int(nodes[Int(edges[edge].target)].type)]
        var reference = outerReference(edge, from: node, to: target)
        guard let value = value(ofEdge: edge) else { return reference }
        // The property type ends at the existential (`any P`); the value's own type describes the rest.
        let type = types[Int(value.type)]
        let inner = self.reference(in: type, Slot(part: .instance, offset: value.offset), after: [], to: target)
        reference.pieces += inner.pieces
        if let name = inner.elementType ?? (inner.pieces.isEmpty ? nil : type.type?.name) {
            reference.elementType = name
        }
        return reference
    }

    private func outerReference(_ edge: Int, from node: Int, to target: BlockType) -> Reference {
        let index = contentType(ofNode: node)
        guard let kind = types[index].type?.kind, kind != .task else { return Reference() }
        let slot = slot(ofEdge: edge, from: node, type: index)
        let pieces: [Reference.Piece] =
            switch slot.part {
            case .instance: []
            case .value: [.value]
            case .element where types[index].elementStride > 0: [.element(Int(slot.index))]
            case .element: [hashTable(ofNode: node)?.values == nil ? .member : .key]
            }
        return reference(in: types[index], slot, after: pieces, to: target)
    }

    private func reference(
        in type: BlockType, _ slot: Slot, after pieces: [Reference.Piece], to target: BlockType
    ) -> Reference {
        let fields = fields(of: type).filter { $0.part == slot.part }
        guard let field = Self.likeliest(of: fields.filter { $0.contains(slot.offset) }, to: target) else {
            return Reference(pieces: pieces)
        }
        var reference = Reference(pieces: pieces, fieldType: field.type)
        if !field.owner.isEmpty {
            reference.elementType = field.owner
        } else if slot.part == .instance {
            let declarers = superclasses(of: type).prefix { $0.instanceSize > field.offset }
            reference.declaringType = declarers.compactMap(\.type?.name).last ?? ""
        }
        if !field.name.isEmpty, !PropertyNames.isCompilerGenerated(field.name) {
            let name = PropertyNames.written(field, among: fields)
            let isHeader = slot.part == .instance && isManagedBuffer(type)
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
            ?? references.last { StorageTypes.classes(of: $0.type)?.contains(type) == true }
            ?? references.last { StorageTypes.classes(of: $0.type) == nil } ?? references.last
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
