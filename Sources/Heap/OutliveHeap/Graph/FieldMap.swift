internal import OutliveModel
internal import OutliveSupport

/// A lookup table for the field at an offset of a type, and the kind of value it contains.
final class FieldMap: Sendable {
    private struct Entry {
        /// The part in the upper 32 bits, the offset in the lower ones.
        var key: UInt64
        /// The key of the end of the field.
        var end: UInt64
        /// The index in the snapshot's fields.
        var field: UInt32
        var content: FieldContent
        /// The number of the declared type in `targets`, or `nil` if its objects can be of any class.
        var declared: UInt32?
        /// `true` for a reference, and `false` for a value of several words that can contain one at an unknown place.
        var isDeclared: Bool
    }

    /// The number of preceding fields that are checked for an overlap with an offset.
    private static let maximumOverlapping = 8
    /// The fields of all types, grouped by type, each group sorted by part and offset.
    private let entries: [Entry]
    /// The index of the first entry of each type, and the number of entries at the end.
    private let first: [UInt32]
    private let targets: FieldTargets

    init(_ snapshot: HeapSnapshot) {
        var contents: [String: FieldContent] = [:]
        var targets = FieldTargets(snapshot)
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
                var declared: UInt32?
                var isDeclared = false
                if content == .reference {
                    content = contents[field.type] ?? FieldContent(ofType: field.type)
                    contents[field.type] = content
                    if content == .reference {
                        declared = targets.declared(field.type)
                        isDeclared = declared != nil || field.size <= 8 || TypeNames.isFunction(field.type)
                    }
                }
                let key = Self.key(field.part, at: field.offset)
                let end = key + UInt64(max(field.size, 1))
                entries.append(
                    Entry(
                        key: key, end: end, field: UInt32(index), content: content, declared: declared,
                        isDeclared: isDeclared))
            }
            // Of two fields at one offset the larger sorts last: the smaller is empty or meaningless.
            entries[start...].sort { ($0.key, $0.end) < ($1.key, $1.end) }
            first.append(UInt32(entries.count))
        }
        (self.entries, self.first, self.targets) = (entries, first, targets)
    }

    private static func key(_ part: HeapSnapshot.Field.Part, at offset: UInt32) -> UInt64 {
        UInt64(part.rawValue) << 32 | UInt64(offset)
    }

    /// Returns the content of the field at an offset of a part of a type's instances, or `nil` if no field covers it.
    ///
    /// - Parameters:
    ///   - offset: The offset in bytes from the beginning of the part.
    ///   - target: Returns the index in the snapshot's types of the type to which the word there leads.
    func content(
        ofType type: UInt32, _ part: HeapSnapshot.Field.Part, at offset: UInt32, to target: () -> UInt32
    ) -> FieldContent? {
        var found: FieldContent?
        // The payloads of an enum's cases overlap, and any of them can contain a reference.
        for index in indices(ofType: type, part, at: offset) {
            let entry = entries[index]
            guard entry.content == .reference else {
                found = found ?? entry.content
                continue
            }
            if entry.declared == nil || targets.allows(target(), in: entry.declared) { return .reference }
            if found == nil { found = .leftover }
        }
        return found
    }

    /// Returns `true` if the word at an offset is certainly a reference.
    ///
    /// Its field is a word, a function or a value with known references, and not a value of several words whose own
    /// fields are unknown.
    func isDeclared(
        ofType type: UInt32, _ part: HeapSnapshot.Field.Part, at offset: UInt32, to target: UInt32
    ) -> Bool {
        indices(ofType: type, part, at: offset).contains { index in
            entries[index].isDeclared && targets.allows(target, in: entries[index].declared)
        }
    }

    /// Returns the index in the snapshot's fields of the field at an offset of an instance, or `nil` if there is none.
    func field(ofType type: UInt32, at offset: UInt32) -> Int? {
        let indices = indices(ofType: type, .instance, at: offset)
        let index = indices.first(where: { entries[$0].content == .reference }) ?? indices.first(where: { _ in true })
        return index.map { Int(entries[$0].field) }
    }

    /// Returns the indices of the entries that cover an offset, the last first.
    private func indices(
        ofType type: UInt32, _ part: HeapSnapshot.Field.Part, at offset: UInt32
    ) -> some Sequence<Int> & LazySequenceProtocol {
        let key = Self.key(part, at: offset)
        let start = Int(first[Int(type)])
        let next = (start..<Int(first[Int(type) + 1])).partitioningIndex { entries[$0].key > key }
        return (max(start, next - Self.maximumOverlapping)..<next).reversed().lazy
            .filter { [entries] in key < entries[$0].end }
    }
}

/// The kind of value that a field can contain, judged by its reference strength and type name.
enum FieldContent: UInt8, Sendable {
    /// A strong reference, or a value that can contain one.
    case reference
    /// An unsafe pointer, which can own a malloc block but no object.
    case pointer
    /// An unowned reference, which keeps the memory of an object allocated but not the object alive.
    case unowned
    /// A weak reference, which keeps the side table of an object allocated but not the object alive.
    case weak
    /// A value that keeps nothing alive: an unmanaged reference, or a number.
    case nothing
    /// The address of an object as its identity, which is compared and never dereferenced.
    case identity
    /// A word that another value left there: it leads to an object that no field there can refer to.
    case leftover

    init(_ strength: HeapSnapshot.Field.Strength) {
        switch strength {
        case .strong: self = .reference
        case .unowned: self = .unowned
        case .weak: self = .weak
        case .unmanaged: self = .nothing
        }
    }

    /// Creates the content of a strong field.
    ///
    /// - Parameter type: The fully qualified type name, as the runtime spells it.
    init(ofType type: String) {
        let name = TypeNames.withoutOptional(type)
        let generic = String(name.prefix { $0 != "<" })
        if Self.pointers.contains(generic) {
            self = .pointer
        } else if generic == "Swift.ObjectIdentifier" {
            self = .identity
        } else if Self.ranges.contains(generic) {
            let bound = name.dropFirst(generic.count + 1).dropLast()
            self = Self(ofType: String(bound)) == .nothing ? .nothing : .reference
        } else if Self.values.contains(generic) || name.hasSuffix(".Type") || name.hasSuffix(".Protocol") {
            self = .nothing
        } else {
            self = .reference
        }
    }

    private static let pointers: Set<String> = [
        "Swift.UnsafePointer", "Swift.UnsafeMutablePointer", "Swift.UnsafeRawPointer", "Swift.UnsafeMutableRawPointer",
        "Swift.UnsafeBufferPointer", "Swift.UnsafeMutableBufferPointer", "Swift.UnsafeRawBufferPointer",
        "Swift.UnsafeMutableRawBufferPointer", "Swift.AutoreleasingUnsafeMutablePointer", "Swift.OpaquePointer",
        "Builtin.RawPointer",
    ]
    /// Types that own what their bounds own. An optional range without a value keeps the words that were there before.
    private static let ranges: Set<String> = ["Swift.Range", "Swift.ClosedRange"]
    /// Types that own nothing: unmanaged references, and numbers that resemble an address only by chance.
    private static let values: Set<String> = [
        "Swift.Unmanaged", "Swift.Bool", "Swift.Int", "Swift.Int8", "Swift.Int16", "Swift.Int32",
        "Swift.Int64", "Swift.Int128", "Swift.UInt", "Swift.UInt8", "Swift.UInt16", "Swift.UInt32", "Swift.UInt64",
        "Swift.UInt128", "Swift.Float", "Swift.Double", "Swift.Duration", "Swift.String.Index", "Builtin.Word", "()",
    ]
}
