internal import OutliveModel

extension HeapSnapshot {
    /// How a node holds what an edge leads to, as far as its type tells.
    ///
    /// - Complexity: O(fields of the type).
    func reference(_ edge: Int, from node: Int) -> Reference {
        let offset = edges[edge].offset
        let type = types[Int(nodes[node].type)]
        guard let kind = type.type?.kind, kind != .task else { return Reference() }
        if type.elementStride > 0, offset >= Self.firstElement {
            let (index, inside) = (offset - Self.firstElement).quotientAndRemainder(dividingBy: type.elementStride)
            return reference(in: type, .element, at: inside, after: [.element(Int(index))])
        }
        if let table = hashTable(ofNode: node) {
            if let values = table.values, offset >= values.offset {
                return reference(in: type, .value, at: (offset - values.offset) % values.stride, after: [.value])
            }
            if offset >= table.keys.offset {
                return reference(
                    in: type, .element, at: (offset - table.keys.offset) % table.keys.stride,
                    after: [table.values == nil ? .member : .key])
            }
        }
        return reference(in: type, .instance, at: offset, after: [])
    }

    private func reference(
        in type: BlockType, _ part: Field.Part, at offset: UInt32, after pieces: [Reference.Piece]
    ) -> Reference {
        let first = Int(type.firstField)
        let fields = fields[first..<first + Int(type.fieldCount)].lazy.filter { $0.part == part }
        guard let field = fields.last(where: { $0.offset <= offset && offset - $0.offset < max($0.size, 1) }) else {
            return Reference(pieces: pieces)
        }
        var reference = Reference(pieces: pieces, fieldType: field.type)
        if part == .instance { reference.declaringType = declarer(of: field, in: type) }
        if !field.name.isEmpty, !PropertyNames.isMadeUp(field.name) {
            reference.pieces.append(.property(PropertyNames.written(field, among: fields)))
        }
        return reference
    }
    /// The name of the topmost class whose instances reach over a field; empty where the type itself declares it.
    private func declarer(of field: Field, in type: BlockType) -> String {
        var name = ""
        var next = type.superclass
        // A file may lead in a circle.
        for _ in 0..<64 {
            guard let index = next, types[Int(index)].instanceSize > field.offset else { break }
            name = types[Int(index)].type?.name ?? name
            next = types[Int(index)].superclass
        }
        return name
    }
}
