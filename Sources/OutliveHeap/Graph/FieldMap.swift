/// Finds the field of a type that lies at an offset.
struct FieldMap: Sendable {
    /// For each type the indices of its fields, by rising offset.
    private let order: [[Int]]
    private let fields: [HeapSnapshot.Field]

    init(_ snapshot: HeapSnapshot) {
        fields = snapshot.fields
        order = snapshot.types.indices.map { type in
            snapshot.fields(ofType: type).indices.sorted {
                (snapshot.fields[$0].offset, $0) < (snapshot.fields[$1].offset, $1)
            }
        }
    }

    /// The index in the snapshot's `fields` of the one that lies at an offset of a type's instances; nil where none does.
    ///
    /// - Complexity: O(log fields of the type).
    func field(ofType type: UInt32, at offset: UInt32) -> Int? {
        let order = order[Int(type)]
        var (lower, upper) = (0, order.count)
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if fields[order[middle]].offset <= offset { lower = middle + 1 } else { upper = middle }
        }
        guard lower > 0 else { return nil }
        let field = fields[order[lower - 1]]
        return offset - field.offset < max(field.size, 1) ? order[lower - 1] : nil
    }
}
