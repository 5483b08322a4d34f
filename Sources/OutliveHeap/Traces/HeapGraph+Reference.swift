internal import OutliveModel

extension HeapGraph {
    /// How a node holds what an edge leads to, as far as its type tells.
    func reference(_ edge: Int, from node: Int) -> Reference {
        let offset = snapshot.edges[edge].offset
        let type = snapshot.nodes[node].type
        let blockType = snapshot.types[Int(type)]
        guard let name = blockType.type?.name, blockType.type?.kind != .task else { return Reference() }
        if blockType.elementStride > 0, offset >= 32 {
            return Reference(pieces: [.element(Int((offset - 32) / blockType.elementStride))])
        }
        if name.hasPrefix("Swift._DictionaryStorage<") { return Reference(pieces: [.value]) }
        if name.hasPrefix("Swift._SetStorage<") { return Reference(pieces: [.member]) }
        guard let index = fields.field(ofType: type, at: offset) else { return Reference() }
        let field = snapshot.fields[index]
        var reference = Reference(fieldType: field.type)
        if !field.name.isEmpty { reference.pieces = [.property(PropertyNames.written(field, of: blockType, snapshot))] }
        return reference
    }
}
