/// Finds the field of a type that lies at an offset.
struct FieldMap: Sendable {
    /// A field in the order in which it is searched for.
    private struct Entry {
        /// The part in the upper half, the offset in the lower one.
        var key: UInt64
        /// Where it ends.
        var end: UInt64
        /// The index in the snapshot's `fields`.
        var field: UInt32
        var content: FieldContent
    }

    /// What a word of an object is in.
    struct Found {
        /// The index in the snapshot's `fields`.
        var field: Int
        var content: FieldContent
    }

    /// The fields of all types, one type after the other, each by rising part and offset.
    private let entries: [Entry]
    /// For each type where its entries begin; one more at the end.
    private let first: [UInt32]

    init(_ snapshot: HeapSnapshot) {
        var contents: [String: FieldContent] = [:]
        var entries: [Entry] = []
        entries.reserveCapacity(snapshot.fields.count)
        var first: [UInt32] = [0]
        first.reserveCapacity(snapshot.types.count + 1)
        for type in snapshot.types.indices {
            let fields = snapshot.fields(ofType: type)
            let start = entries.count
            for index in fields.indices {
                let field = fields[index]
                var content = FieldContent(field.strength)
                if content == .reference {
                    content = contents[field.type] ?? FieldContent(ofType: field.type)
                    contents[field.type] = content
                }
                let key = Self.key(part: 0, offset: field.offset)
                entries.append(
                    Entry(key: key, end: key + UInt64(max(field.size, 1)), field: UInt32(index), content: content))
            }
            entries[start...].sort { ($0.key, $0.field) < ($1.key, $1.field) }
            first.append(UInt32(entries.count))
        }
        (self.entries, self.first) = (entries, first)
    }

    private static func key(part: UInt32, offset: UInt32) -> UInt64 { UInt64(part) << 32 | UInt64(offset) }

    /// The index in the snapshot's `fields` of the one that lies at an offset of a type's instances; nil where none does.
    ///
    /// - Complexity: O(log fields of the type).
    func field(ofType type: UInt32, at offset: UInt32) -> Int? { find(type, at: offset)?.field }

    /// The field that lies at an offset of a type's instances, and what may be in it.
    func find(_ type: UInt32, at offset: UInt32) -> Found? {
        let key = Self.key(part: 0, offset: offset)
        var (lower, upper) = (Int(first[Int(type)]), Int(first[Int(type) + 1]))
        let start = lower
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if entries[middle].key <= key { lower = middle + 1 } else { upper = middle }
        }
        guard lower > start, key < entries[lower - 1].end else { return nil }
        return Found(field: Int(entries[lower - 1].field), content: entries[lower - 1].content)
    }
}
