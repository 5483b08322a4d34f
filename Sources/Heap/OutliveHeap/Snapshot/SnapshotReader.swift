internal import OutliveModel
internal import OutliveSupport

/// The kinds of section that this version supports.
enum SectionKind: UInt32, CaseIterable {
    case text = 1
    case modules, types, fields, frames, stacks, census, nodes, edges, roots, threads, functions, hashTables, tasks,
        taskFrames, values, boxes, fieldOwners
    case rawRows = 20
    case containers, notes
    case taskDetails = 24
    case taskNames, taskLocals, innerTasks, insides, continuations, counts
    case mappings = 40
    case allocator, figures, uses, sampling, totals, variables, stateValues, stateKey, allocations, peak, ledger,
        savings, contents, contentBytes

    /// The size of an item in bytes, in all versions.
    var itemBytes: Int {
        switch self {
        case .text, .taskNames, .contentBytes: 1
        case .taskLocals: 4
        case .frames, .edges, .taskFrames, .boxes, .fieldOwners, .notes, .continuations, .counts: 8
        case .stacks, .functions, .values, .insides, .figures, .stateKey: 16
        case .roots, .hashTables, .rawRows, .containers, .allocator, .totals, .peak, .contents: 24
        case .types, .fields, .census, .threads, .sampling: 32
        case .nodes, .allocations, .savings: 40
        case .modules, .tasks, .innerTasks, .uses: 48
        case .taskDetails, .variables: 56
        case .mappings, .stateValues: 64
        case .ledger: 640
        }
    }
}

/// A reader of the sections of a snapshot file.
final class SnapshotReader {
    /// The size of the header in bytes.
    static let headerBytes = 96
    private static let entryBytes = 32
    /// The exclusive upper bound of the number of items in a section, because an index has 32 bits.
    private static let maximumItems = UInt64(UInt32.max)

    private let bytes: UnsafeRawBufferPointer
    let header: HeapSnapshot.Header
    /// The bytes of the sections in the file, which do not overlap, by the number of their kind.
    private let sections: [Range<Int>?]
    /// The number of items in each section, by the number of its kind: validation reads it for every item.
    ///
    /// It is no array, so that reading it does not change the reference count of one.
    fileprivate let counts: UnsafeMutableBufferPointer<UInt32>
    /// The texts decoded so far, by their place and length.
    private var texts: [UInt64: String] = [:]
    /// The number of bytes in the text section that no text covers yet.
    ///
    /// Texts must not overlap, so that a small file cannot expand to unlimited text.
    private var remainingText: Int

    /// Reads the header and the table of sections.
    ///
    /// - Parameter bytes: The whole file, which must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) throws(HeapSnapshotError) {
        self.bytes = bytes
        header = try HeapSnapshot.Header(bytes, fileBytes: bytes.count)
        sections = try Self.sections(in: bytes)
        counts = .allocate(capacity: sections.count)
        counts.initialize(repeating: 0)
        for (number, range) in sections.enumerated() {
            guard let kind = SectionKind(rawValue: UInt32(number)), let range else { continue }
            counts[number] = UInt32(range.count / kind.itemBytes)
        }
        remainingText = sections[Int(SectionKind.text.rawValue)]?.count ?? 0
    }

    deinit { counts.deallocate() }

    private static func sections(in bytes: UnsafeRawBufferPointer) throws(HeapSnapshotError) -> [Range<Int>?] {
        let count = bytes.word(at: 12)
        let end = headerBytes + Int(count) * entryBytes
        guard end <= bytes.count else {
            throw HeapSnapshotError("the table of \(count) sections does not fit in the file", at: 12)
        }
        let kinds = Int(SectionKind.allCases.lazy.map(\.rawValue).max() ?? 0) + 1
        var sections = [Range<Int>?](repeating: nil, count: kinds)
        var taken: [(range: Range<Int>, entry: Int)] = []
        for entry in stride(from: headerBytes, to: end, by: entryBytes) {
            let range = try range(of: entry, after: end, in: bytes)
            if !range.isEmpty { taken.append((range, entry)) }
            guard let kind = SectionKind(rawValue: bytes.word(at: entry)) else { continue }
            guard sections[Int(kind.rawValue)] == nil else {
                throw HeapSnapshotError("duplicate section of kind \(kind.rawValue)", at: entry)
            }
            sections[Int(kind.rawValue)] = range
        }
        taken.sort { $0.range.lowerBound < $1.range.lowerBound }
        for (first, second) in zip(taken, taken.dropFirst()) where second.range.lowerBound < first.range.upperBound {
            throw HeapSnapshotError(
                "the section overlaps the one at byte \(first.range.lowerBound)", at: second.entry)
        }
        return sections
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
            guard count < maximumItems else {
                throw HeapSnapshotError("\(count) items exceed the limit of \(maximumItems - 1)", at: entry + 16)
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

    /// Returns `true` if the file contains a section, even an empty one.
    func has(_ kind: SectionKind) -> Bool { sections[Int(kind.rawValue)] != nil }
    func count(_ kind: SectionKind) -> UInt32 { counts[Int(kind.rawValue)] }
    private func range(_ kind: SectionKind) -> Range<Int> { sections[Int(kind.rawValue)] ?? 0..<0 }

    func items<Item>(
        _ kind: SectionKind, _ make: (SnapshotItem) throws(HeapSnapshotError) -> Item
    ) throws(HeapSnapshotError) -> [Item] {
        let section = range(kind)
        let itemBytes = kind.itemBytes
        var failure: HeapSnapshotError?
        let items = [Item](unsafeUninitializedCapacity: Int(count(kind))) { items, filled in
            items.preferLargePages()
            var offset = section.lowerBound
            do throws(HeapSnapshotError) {
                while offset < section.upperBound {
                    let item = try make(SnapshotItem(reader: self, bytes: bytes, counts: counts, start: offset))
                    items.initializeElement(at: filled, to: item)
                    filled += 1
                    offset += itemBytes
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return items
    }

    /// Returns the items of a section that is sorted without duplicates.
    ///
    /// - Parameters:
    ///   - what: The sorted property, for the error message.
    ///   - key: Returns the number by which the items are sorted.
    func items<Item>(
        _ kind: SectionKind, sortedBy what: String, _ key: (Item) -> UInt64,
        _ make: (SnapshotItem) throws(HeapSnapshotError) -> Item
    ) throws(HeapSnapshotError) -> [Item] {
        let items = try items(kind, make)
        for index in items.indices.dropFirst() where key(items[index - 1]) >= key(items[index]) {
            throw HeapSnapshotError("the \(what) are not in ascending order", at: offset(of: index, in: kind))
        }
        return items
    }

    /// Returns the values of a section whose items begin with the index of an item in another section, by that index.
    ///
    /// - Parameters:
    ///   - what: The kind of item in the other section, for an error message.
    ///   - order: The sorted property, for another one.
    func table<Value>(
        _ kind: SectionKind, of other: SectionKind, _ what: String, sortedBy order: String,
        _ make: (SnapshotItem) throws(HeapSnapshotError) -> Value
    ) throws(HeapSnapshotError) -> [UInt32: Value] {
        let items = try items(kind, sortedBy: order, { UInt64($0.index) }) { item throws(HeapSnapshotError) in
            (index: try item.index(0, in: other, what), value: try make(item))
        }
        return Dictionary(uniqueKeysWithValues: items.lazy.map { ($0.index, $0.value) })
    }

    func offset(of index: Int, in kind: SectionKind) -> Int { range(kind).lowerBound + index * kind.itemBytes }

    /// Returns the text whose offset and length are at a position of the file.
    fileprivate func text(at position: Int) throws(HeapSnapshotError) -> String {
        let key = bytes.longWord(at: position)
        if let text = texts[key] { return text }
        let section = range(.text)
        let (offset, length) = (Int(bytes.word(at: position)), Int(bytes.word(at: position + 4)))
        guard offset <= section.count, length <= section.count - offset else {
            throw HeapSnapshotError(
                "the text of \(length) bytes at offset \(offset) is not within the text section", at: position)
        }
        guard length <= remainingText else { throw HeapSnapshotError("the text overlaps another one", at: position) }
        let start = section.lowerBound + offset
        // Names are hashed and compared, which takes quadratic time for runs of combining marks.
        guard let text = String(validating: bytes[start..<start + length], as: UTF8.self)?.withoutLongRunsOfMarks else {
            throw HeapSnapshotError("the text is not UTF-8", at: start)
        }
        remainingText -= length
        texts[key] = text
        return text
    }
}

/// An item of a section, whose values are read by their offset in the item.
struct SnapshotItem {
    fileprivate unowned(unsafe) let reader: SnapshotReader
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate let counts: UnsafeMutableBufferPointer<UInt32>
    fileprivate let start: Int

    /// The limit of frames in a stack of this file.
    var framesPerStack: UInt32 { reader.header.framesPerStack }
    func byte(_ offset: Int) -> UInt8 { bytes[start + offset] }
    func word(_ offset: Int) -> UInt32 { bytes.word(at: start + offset) }
    func longWord(_ offset: Int) -> UInt64 { bytes.longWord(at: start + offset) }
    func number(_ offset: Int) throws(HeapSnapshotError) -> Int { try bytes.number(at: start + offset) }
    func text(_ offset: Int) throws(HeapSnapshotError) -> String { try reader.text(at: start + offset) }

    /// Returns a word that is 0 or 1.
    func flag(_ offset: Int, _ what: String) throws(HeapSnapshotError) -> Bool {
        let value = word(offset)
        guard value <= 1 else { throw error("unknown \(what) \(value)", offset) }
        return value == 1
    }

    func value<Value: RawRepresentable<UInt32>>(
        _ offset: Int, _ what: String
    ) throws(HeapSnapshotError) -> Value {
        guard let value = Value(rawValue: word(offset)) else { throw error("unknown \(what) \(word(offset))", offset) }
        return value
    }

    /// Returns the index of an item in another section.
    ///
    /// - Parameter isOptional: `true` if the index can be `HeapSnapshot.none`.
    func index(
        _ offset: Int, in kind: SectionKind, _ what: String, isOptional: Bool = false
    ) throws(HeapSnapshotError) -> UInt32 {
        let (index, count) = (word(offset), self.count(kind))
        guard index < count || isOptional && index == HeapSnapshot.none else {
            throw error("\(what) index \(index) is out of range: the count is \(count)", offset)
        }
        return index
    }

    /// Returns the first index and the number of some items in another section; the index of no items is 0.
    ///
    /// - Parameter maximum: The maximum number: ranges may overlap, so that the size of the file is no limit of their sum.
    func range(
        _ offset: Int, in kind: SectionKind, _ what: String, upTo maximum: UInt32
    ) throws(HeapSnapshotError) -> (first: UInt32, count: UInt32) {
        let (first, count, total) = (word(offset), word(offset + 4), self.count(kind))
        guard count > 0 else { return (0, 0) }
        guard count <= maximum else { throw error("\(count) \(what) exceed the limit of \(maximum)", offset) }
        guard first <= total, count <= total - first else {
            throw error("\(count) \(what) from index \(first) exceed the total of \(total)", offset)
        }
        return (first, count)
    }

    func count(_ kind: SectionKind) -> UInt32 { counts[Int(kind.rawValue)] }
    func error(_ message: String, _ offset: Int) -> HeapSnapshotError { HeapSnapshotError(message, at: start + offset) }
}

extension UnsafeRawBufferPointer {
    /// Returns the little-endian 4-byte number at an offset.
    func word(at offset: Int) -> UInt32 { UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }

    /// Returns the little-endian 8-byte number at an offset.
    func longWord(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Returns the little-endian 8-byte number at an offset, if it fits into an `Int`.
    func number(at offset: Int) throws(HeapSnapshotError) -> Int {
        guard let number = Int(exactly: longWord(at: offset)) else {
            throw HeapSnapshotError("the number \(longWord(at: offset)) is too large", at: offset)
        }
        return number
    }
}

/// An error in a heap snapshot, or in reading its file.
package struct HeapSnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The offset in the file of the invalid data, or `nil` if the file could not be read.
    package var offset: Int?
    /// The problem and its remedy, in one line.
    package var message: String

    package init(_ message: String, at offset: Int? = nil) { (self.message, self.offset) = (message, offset) }

    /// The message with its offset: `at byte 44: 65 frames per stack exceed the limit of 64`.
    package var description: String { offset.map { "at byte \($0): \(message)" } ?? message }
}
