/// Finds the field of a type that lies at an offset, and what it may hold.
struct FieldMap: Sendable {
    /// A field in the order in which it is searched for.
    private struct Entry {
        /// The part in the upper half, the offset in the lower one.
        var key: UInt64
        /// The key of where it ends.
        var end: UInt64
        /// Its index in the snapshot's fields.
        var field: UInt32
        var content: FieldContent
    }

    /// The number of fields before an offset that may reach over it.
    private static let mostOverlapping = 8
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
            let start = entries.count
            let fields = snapshot.fields(ofType: type)
            for index in fields.indices {
                let field = fields[index]
                var content = FieldContent(field.strength)
                if content == .reference {
                    content = contents[field.type] ?? FieldContent(ofType: field.type)
                    contents[field.type] = content
                }
                let key = Self.key(field.part, at: field.offset)
                let end = key + UInt64(max(field.size, 1))
                entries.append(Entry(key: key, end: end, field: UInt32(index), content: content))
            }
            // Where two begin at one place the larger one comes last: the other has no size, or no meaning.
            entries[start...].sort { ($0.key, $0.end) < ($1.key, $1.end) }
            first.append(UInt32(entries.count))
        }
        (self.entries, self.first) = (entries, first)
    }

    private static func key(_ part: HeapSnapshot.Field.Part, at offset: UInt32) -> UInt64 {
        UInt64(part.rawValue) << 32 | UInt64(offset)
    }

    /// What the field that lies at an offset of a part of a type's instances may hold; nil where none does.
    ///
    /// - Parameter offset: from where the part begins.
    /// - Complexity: O(log fields of the type).
    func content(ofType type: UInt32, _ part: HeapSnapshot.Field.Part, at offset: UInt32) -> FieldContent? {
        entry(ofType: type, part, at: offset)?.content
    }

    /// The index in the snapshot's fields of the one that lies at an offset of a part of a type's instances; nil where none
    /// does.
    ///
    /// - Parameter offset: from where the part begins.
    /// - Complexity: O(log fields of the type).
    func field(ofType type: UInt32, _ part: HeapSnapshot.Field.Part, at offset: UInt32) -> Int? {
        entry(ofType: type, part, at: offset).map { Int($0.field) }
    }

    private func entry(ofType type: UInt32, _ part: HeapSnapshot.Field.Part, at offset: UInt32) -> Entry? {
        let key = Self.key(part, at: offset)
        var (lower, upper) = (Int(first[Int(type)]), Int(first[Int(type) + 1]))
        let start = lower
        while lower < upper {
            let middle = lower + (upper - lower) / 2
            if entries[middle].key <= key { lower = middle + 1 } else { upper = middle }
        }
        // Payloads of the cases of an enum lie in the same place: a reference may be in any of them.
        var found: Entry?
        for place in stride(from: lower - 1, through: max(start, lower - Self.mostOverlapping), by: -1)
        where key < entries[place].end {
            if entries[place].content == .reference { return entries[place] }
            found = found ?? entries[place]
        }
        return found
    }
}
