internal import OutliveSupport

/// A 64-bit little-endian ELF file: its build-id, symbols and loading information.
///
/// The file is untrusted: every offset and size is checked against its length before use, and invalid parts are treated
/// as absent. Format: System V gABI, chapters 4 and 5; `elf(5)`.
package struct ELFImage: Sendable {
    /// The GNU build-id in lower-case hexadecimal, or `nil` if the file has none.
    package let buildID: String?
    /// The segments that are mapped into memory, in the file's order.
    package let loadedSegments: [Segment]

    /// A part of the file with its place in memory.
    package struct Segment: Hashable, Sendable {
        var kind: UInt32
        /// The offset in the file, in bytes.
        package var offset: UInt64
        /// The first address, relative to the load address.
        package var address: UInt64
        /// The size in the file, in bytes.
        package var size: UInt64
    }

    /// The size of the file in bytes.
    let length: UInt64
    let header: Fields
    let segments: [Segment]
    let sections: [Section]
    let read: Read

    /// A function that returns `count` bytes at `offset`, or `nil` if the file does not contain them.
    typealias Read = @Sendable (_ offset: UInt64, _ count: UInt64) -> [UInt8]?

    /// Opens a file, or returns `nil` if it cannot be read or is not such an ELF file.
    package init?(path: String) {
        guard let file = try? RegularFile(path: path) else { return nil }
        self.init(length: UInt64(file.size)) { offset, count in
            let (end, overflow) = offset.addingReportingOverflow(count)
            // A sparse file can claim any length, but no useful table is this large.
            guard !overflow, end <= file.size, count <= 1 << 31 else { return nil }
            let bytes = try? file.bytes(at: Int(offset), upTo: Int(count))
            return bytes?.count == Int(count) ? bytes : nil
        }
    }

    /// Reads a file in memory, or returns `nil` if it is not such an ELF file.
    package init?(bytes: [UInt8]) {
        self.init(length: UInt64(bytes.count)) { offset, count in
            let (end, overflow) = offset.addingReportingOverflow(count)
            guard !overflow, end <= bytes.count else { return nil }
            return Array(bytes[Int(offset)..<Int(end)])
        }
    }

    private init?(length: UInt64, read: @escaping Read) {
        guard let header = read(0, 64).map(Fields.init), header.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        else { return nil }
        (self.read, self.length, self.header) = (read, length, header)
        sections = Self.sections(header: header, length: length, read: read)
        segments = Self.segments(header: header, length: length, read: read)
        loadedSegments = segments.filter { $0.kind == 1 }  // PT_LOAD
        buildID = Self.buildID(segments: segments, sections: sections, read: read)
    }

    /// Returns the symbols of `.symtab`, or of `.dynsym` if the file is stripped, or `nil` if there are none.
    package func symbolTable() -> ELFSymbolTable? { symbolTable(.symbols) ?? symbolTable(.dynamicSymbols) }

    /// Returns the symbols of `.dynsym`, which the dynamic loader uses, or `nil` if there are none.
    package func dynamicSymbolTable() -> ELFSymbolTable? { symbolTable(.dynamicSymbols) }

    private func symbolTable(_ kind: Section.Kind) -> ELFSymbolTable? {
        guard let section = sections.first(where: { $0.kind == kind }), Int(section.link) < sections.count,
            let entries = read(section.offset, section.size),
            let strings = read(sections[Int(section.link)].offset, sections[Int(section.link)].size)
        else { return nil }
        let table = ELFSymbolTable(
            entries: Fields(entries), strings: strings,
            sectionEnds: sections.map { $0.address.addingReportingOverflow($0.size).partialValue })
        return table.symbols.isEmpty ? nil : table
    }
}

// MARK: - Headers

extension ELFImage {
    struct Section: Sendable {
        enum Kind: UInt32 {
            case symbols = 2
            case strings = 3
            case notes = 7
            case nothing = 8  // SHT_NOBITS: it has no bytes in the file.
            case dynamicSymbols = 11
        }
        var kind: Kind?
        var name: UInt32
        var address: UInt64
        var offset: UInt64
        var size: UInt64
        var link: UInt32
    }

    private static func sections(header: Fields, length: UInt64, read: Read) -> [Section] {
        let table = header.u64(0x28)
        guard table > 0, header.u16(0x3A) == 64, let first = read(table, 64).map(Fields.init) else { return [] }
        // With more than 65 279 sections, the count is in the first one.
        let count = header.u16(0x3C) > 0 ? UInt64(header.u16(0x3C)) : first.u64(0x20)
        guard count <= length / 64, let bytes = read(table, count * 64).map(Fields.init) else { return [] }
        return (0..<Int(count)).map { index in
            let base = index * 64
            return Section(
                kind: Section.Kind(rawValue: bytes.u32(base + 4)), name: bytes.u32(base),
                address: bytes.u64(base + 0x10),
                offset: bytes.u64(base + 0x18), size: bytes.u64(base + 0x20), link: bytes.u32(base + 0x28))
        }
    }

    private static func segments(header: Fields, length: UInt64, read: Read) -> [Segment] {
        let count = UInt64(header.u16(0x38))
        guard header.u16(0x36) == 56, count <= length / 56,
            let bytes = read(header.u64(0x20), count * 56).map(Fields.init)
        else { return [] }
        return (0..<Int(count)).map { index in
            let base = index * 56
            return Segment(
                kind: bytes.u32(base), offset: bytes.u64(base + 8), address: bytes.u64(base + 0x10),
                size: bytes.u64(base + 0x20))
        }
    }

    private static func buildID(segments: [Segment], sections: [Section], read: Read) -> String? {
        var notes = segments.filter { $0.kind == 4 }.map { ($0.offset, $0.size) }  // PT_NOTE
        notes += sections.filter { $0.kind == .notes }.map { ($0.offset, $0.size) }
        for (offset, size) in notes where size <= 1 << 20 {
            if let bytes = read(offset, size).map(Fields.init), let id = buildID(inNotes: bytes) { return id }
        }
        return nil
    }

    private static func buildID(inNotes notes: Fields) -> String? {
        var base = 0
        while base + 12 <= notes.bytes.count {
            let nameSize = Int(notes.u32(base))
            let size = Int(notes.u32(base + 4))
            let description = base + 12 + (nameSize + 3) & ~3
            let isBuildID =
                nameSize == 4 && notes.u32(base + 8) == 3 && notes.bytes[(base + 12)...].starts(with: "GNU\0".utf8)
            if isBuildID, size > 0, description + size <= notes.bytes.count {
                return notes.bytes[description..<(description + size)].map(hexadecimal).joined()
            }
            base = description + (size + 3) & ~3
        }
        return nil
    }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}

/// Bytes with little-endian numbers; reading beyond the end returns 0.
struct Fields: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    func u16(_ offset: Int) -> UInt16 { number(offset) }
    func u32(_ offset: Int) -> UInt32 { number(offset) }
    func u64(_ offset: Int) -> UInt64 { number(offset) }

    private func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return 0 }
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
}
