/// The kinds of section that this version supports.
enum SectionKind: UInt32, CaseIterable {
    case text = 1
    case modules, types, fields, frames, stacks, census, nodes, edges, roots, threads, functions, hashTables, tasks,
        taskFrames, values, boxes, fieldOwners
    case rawRows = 20
    case containers

    /// The size of an item in bytes, in version 1.
    var itemBytes: Int {
        switch self {
        case .text: 1
        case .frames, .edges, .taskFrames, .boxes, .fieldOwners: 8
        case .stacks, .functions, .values: 16
        case .roots, .hashTables, .rawRows, .containers: 24
        case .types, .fields, .census, .threads: 32
        case .nodes: 40
        case .modules, .tasks: 48
        }
    }
}

/// The ranges of a snapshot's sections, which lie within the file and do not overlap.
struct SectionTable {
    /// The size of the header in bytes.
    static let headerBytes = 96
    private static let entryBytes = 32
    /// The exclusive upper bound of the number of items in a section, because an index has 32 bits.
    private static let mostItems = UInt64(UInt32.max)

    /// The ranges by the number of their kind.
    private var sections = [Range<Int>?](
        repeating: nil, count: Int(SectionKind.allCases.lazy.map(\.rawValue).max() ?? 0) + 1)

    /// The bytes of a section in the file; empty if it is missing.
    subscript(kind: SectionKind) -> Range<Int> { sections[Int(kind.rawValue)] ?? 0..<0 }

    /// Returns `true` if the file contains a section, even an empty one.
    func has(_ kind: SectionKind) -> Bool { sections[Int(kind.rawValue)] != nil }

    /// The number of items in each section, by the number of its kind.
    var counts: [UInt32] {
        sections.indices.map { number in
            SectionKind(rawValue: UInt32(number)).map { UInt32(self[$0].count / $0.itemBytes) } ?? 0
        }
    }

    /// Reads the table.
    init(count: UInt32, in bytes: UnsafeRawBufferPointer) throws(HeapSnapshotError) {
        let end = Self.headerBytes + Int(count) * Self.entryBytes
        guard end <= bytes.count else {
            throw HeapSnapshotError("the table of \(count) sections does not fit in the file", at: 12)
        }
        var taken: [(range: Range<Int>, entry: Int)] = []
        for entry in stride(from: Self.headerBytes, to: end, by: Self.entryBytes) {
            let range = try Self.range(of: entry, after: end, in: bytes)
            if !range.isEmpty { taken.append((range, entry)) }
            guard let kind = SectionKind(rawValue: bytes.word(at: entry)) else { continue }
            guard !has(kind) else {
                throw HeapSnapshotError("duplicate section of kind \(kind.rawValue)", at: entry)
            }
            sections[Int(kind.rawValue)] = range
        }
        taken.sort { $0.range.lowerBound < $1.range.lowerBound }
        for (first, second) in zip(taken, taken.dropFirst()) where second.range.lowerBound < first.range.upperBound {
            throw HeapSnapshotError(
                "the section overlaps the one at byte \(first.range.lowerBound)", at: second.entry)
        }
    }

    /// Returns the bytes of the section that a table entry describes.
    private static func range(
        of entry: Int, after table: Int, in bytes: UnsafeRawBufferPointer
    ) throws(HeapSnapshotError) -> Range<Int> {
        let itemBytes = bytes.word(at: entry + 4)
        let offset = bytes.longWord(at: entry + 8)
        let count = bytes.longWord(at: entry + 16)
        if let kind = SectionKind(rawValue: bytes.word(at: entry)) {
            guard Int(itemBytes) == kind.itemBytes else {
                throw HeapSnapshotError(
                    "the items of section \(kind.rawValue) have \(itemBytes) bytes instead of \(kind.itemBytes)",
                    at: entry + 4)
            }
            guard count < mostItems else {
                throw HeapSnapshotError("\(count) items exceed the limit of \(mostItems - 1)", at: entry + 16)
            }
        }
        guard offset.isMultiple(of: 8) else {
            throw HeapSnapshotError("the section offset \(offset) is not a multiple of 8", at: entry + 8)
        }
        let (size, overflows) = count.multipliedReportingOverflow(by: UInt64(itemBytes))
        guard !overflows, offset >= UInt64(table), offset <= UInt64(bytes.count),
            size <= UInt64(bytes.count) - offset
        else {
            throw HeapSnapshotError(
                "the section of \(count) items at byte \(offset) is not within the file", at: entry + 8)
        }
        return Int(offset)..<Int(offset) + Int(size)
    }
}
