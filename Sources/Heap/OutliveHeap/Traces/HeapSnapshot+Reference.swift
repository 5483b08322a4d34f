internal import OutliveModel

extension HeapSnapshot {
    /// Returns the property, capture or element that contains an edge, as far as the type describes it.
    ///
    /// - Complexity: O(fields of the type).
    func reference(_ edge: Int, from node: Int) -> Reference {
        var reference = outerReference(edge, from: node)
        guard let value = value(ofEdge: edge) else { return reference }
        // The property type ends at the existential (`any P`); the value's own type describes the rest.
        let target = nodes[Int(edges[edge].target)]
        let inner = self.reference(
            in: types[Int(value.type)], .instance, at: value.offset, after: [], to: types[Int(target.type)])
        reference.pieces += inner.pieces
        if let type = inner.elementType ?? (inner.pieces.isEmpty ? nil : types[Int(value.type)].type?.name) {
            reference.elementType = type
        }
        return reference
    }

    private func outerReference(_ edge: Int, from node: Int) -> Reference {
        let offset = edges[edge].offset
        let target = types[Int(nodes[Int(edges[edge].target)].type)]
        let type = types[contentType(ofNode: node)]
        guard let kind = type.type?.kind, kind != .task else { return Reference() }
        if type.elementStride > 0, offset >= Self.firstElement {
            let (index, inside) = (offset - Self.firstElement).quotientAndRemainder(dividingBy: type.elementStride)
            return reference(in: type, .element, at: inside, after: [.element(Int(index))], to: target)
        }
        if let table = hashTable(ofNode: node) {
            if let values = table.values, offset >= values.offset {
                return reference(
                    in: type, .value, at: (offset - values.offset) % values.stride, after: [.value], to: target)
            }
            if offset >= table.keys.offset {
                return reference(
                    in: type, .element, at: (offset - table.keys.offset) % table.keys.stride,
                    after: [table.values == nil ? .member : .key], to: target)
            }
        }
        return reference(in: type, .instance, at: offset, after: [], to: target)
    }

    private func reference(
        in type: BlockType, _ part: Field.Part, at offset: UInt32, after pieces: [Reference.Piece], to target: BlockType
    ) -> Reference {
        let first = Int(type.firstField)
        let fields = fields[first..<first + Int(type.fieldCount)].filter { $0.part == part }
        let found = fields.filter { $0.offset <= offset && offset - $0.offset < max($0.size, 1) }
        guard let field = Self.likeliest(of: found, to: target) else { return Reference(pieces: pieces) }
        var reference = Reference(pieces: pieces, fieldType: field.type)
        if part == .instance, field.owner.isEmpty { reference.declaringType = declarer(of: field, in: type) }
        if !field.owner.isEmpty { reference.elementType = field.owner }
        if !field.name.isEmpty, !PropertyNames.isMadeUp(field.name) {
            let name = PropertyNames.written(field, among: fields)
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
        return references.last { $0.type == type || $0.type == "Swift.Optional<\(type)>" } ?? references.last
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

    /// Returns `true` if a class inherits from `ManagedBuffer`, which stores a header followed by elements.
    func isManagedBuffer(_ type: BlockType) -> Bool {
        var next = type.superclass
        // A corrupt file may contain a cycle of superclasses.
        for _ in 0..<64 {
            guard let index = next else { break }
            if types[Int(index)].type?.name.hasPrefix("Swift.ManagedBuffer<") == true { return true }
            next = types[Int(index)].superclass
        }
        return false
    }

    /// Returns the name of the topmost class whose instances contain a field, or an empty string if it is the type
    /// itself.
    private func declarer(of field: Field, in type: BlockType) -> String {
        var name = ""
        var next = type.superclass
        // A corrupt file may contain a cycle of superclasses.
        for _ in 0..<64 {
            guard let index = next, types[Int(index)].instanceSize > field.offset else { break }
            name = types[Int(index)].type?.name ?? name
            next = types[Int(index)].superclass
        }
        return name
    }
}
