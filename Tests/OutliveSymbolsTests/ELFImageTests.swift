import Foundation
import OutliveModel
import Testing

@testable import OutliveSymbols

@Suite struct ELFImageTests {
    /// A file with one note, two functions (`alpha` 16 bytes, `beta` without a size) and an object.
    static let small: [UInt8] = {
        func number<N: FixedWidthInteger>(_ value: N) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }
        func symbol(_ name: UInt32, _ info: UInt8, _ address: UInt64, _ size: UInt64) -> [UInt8] {
            number(name) + [info, 0] + number(UInt16(1)) + number(address) + number(size)
        }
        func section(_ type: UInt32, _ address: UInt64, _ offset: Int, _ size: Int, link: UInt32 = 0) -> [UInt8] {
            number(UInt32(0)) + number(type) + number(UInt64(0)) + number(address) + number(UInt64(offset))
                + number(UInt64(size)) + number(link) + number(UInt32(0)) + number(UInt64(0)) + number(UInt64(24))
        }
        let note =
            number(UInt32(4)) + number(UInt32(4)) + number(UInt32(3)) + Array("GNU\0".utf8) + [0xDE, 0xAD, 0x0B, 0xEF]
        let names = Array("\0alpha\0beta\0datum\0".utf8)
        let symbols = symbol(0, 0, 0, 0) + symbol(1, 0x12, 0x100, 16) + symbol(7, 2, 0x120, 0) + symbol(12, 1, 0x110, 8)
        let noteAt = 64
        let namesAt = noteAt + note.count
        let symbolsAt = namesAt + names.count
        let table =
            section(0, 0, 0, 0) + section(1, 0x100, 0, 0x100) + section(7, 0, noteAt, note.count)
            + section(2, 0, symbolsAt, symbols.count, link: 4) + section(3, 0, namesAt, names.count)
        var header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
        header += number(UInt16(3)) + number(UInt16(62)) + number(UInt32(1)) + number(UInt64(0)) + number(UInt64(0))
        header += number(UInt64(symbolsAt + symbols.count)) + number(UInt32(0)) + number(UInt16(64))
        header += number(UInt16(56)) + number(UInt16(0)) + number(UInt16(64)) + number(UInt16(5)) + number(UInt16(4))
        return header + note + names + symbols + table
    }()

    @Test func `The names of sections are cut, because all of them can be one long text`() throws {
        // All five names begin with the text, which has no end.
        var bytes = Self.small
        let names = bytes.count
        bytes += Array(repeating: UInt8(ascii: "a"), count: 100_000)
        let sections = Int(bytes[0x28]) | Int(bytes[0x29]) << 8
        // The place and size of the fifth section, which is that of the names.
        for (field, value) in [(sections + 4 * 64 + 0x18, names), (sections + 4 * 64 + 0x20, 100_000)] {
            for byte in 0..<8 { bytes[field + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
        }
        let image = try #require(ELFImage(bytes: bytes))
        #expect(image.namedSections.count == 5)
        #expect(image.namedSections.allSatisfy { $0.name == String(repeating: "a", count: 256) })
    }

    @Test func `A file gives its build-id and the symbols that hold an address`() throws {
        let image = try #require(ELFImage(bytes: Self.small))
        #expect(image.buildID == "dead0bef")
        let table = try #require(image.symbolTable())
        func function(_ address: UInt64) -> String? { table.symbol(.function, containing: address).map(table.name) }
        #expect(function(0xFF) == nil)
        #expect(function(0x100) == "alpha")
        #expect(function(0x10F) == "alpha")
        #expect(function(0x110) == nil)
        #expect(function(0x1FF) == "beta")
        #expect(function(0x200) == nil)
        #expect(table.symbol(.object, containing: 0x117).map(table.name) == "datum")
    }

    @Test func `A symbol is found by its kind and whole name`() throws {
        let image = try #require(ELFImage(bytes: Self.small))
        let table = try #require(image.symbolTable())
        #expect(table.symbol(.object, named: "datum")?.address == 0x110)
        #expect(table.symbol(.function, named: "beta")?.address == 0x120)
        #expect(table.symbol(.function, named: "datum") == nil)
        #expect(table.symbol(.object, named: "dat") == nil)
        #expect(table.symbol(.object, named: "datum2") == nil)
        // It has `.symtab` only, and nothing to load.
        #expect(image.dynamicSymbolTable() == nil)
        #expect(image.loadedSegments == [])
    }

    @Test func `The C library exports the environment variable, within its loaded segments`() throws {
        let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
        let library = String(decoding: maps, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .first { $0.contains("/libc.so") }
        let image = try #require(library.flatMap { ELFImage(path: String($0)) })
        let symbol = try #require(image.dynamicSymbolTable()?.symbol(.object, named: "environ"))
        #expect(image.loadedSegments.first?.offset == 0)
        let last = try #require(image.loadedSegments.last)
        #expect(last.address <= symbol.address)
        #expect(last.size > 0 && image.loadedSegments.allSatisfy { $0.address <= last.address })
    }

    @Test func `A truncated file never crashes, and gives nothing that is not in it`() {
        for length in 0..<Self.small.count {
            let image = ELFImage(bytes: Array(Self.small.prefix(length)))
            #expect(image?.symbolTable() == nil)
        }
    }

    @Test(arguments: 0..<8)
    func `Corrupt bytes never crash`(seed: UInt64) {
        var random = SplitMix(state: seed)
        let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
        for _ in 0..<4_000 {
            var bytes = Self.small
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // Runs, so that whole offsets and sizes become extreme.
                let start = Int.random(in: 6..<bytes.count, using: &random)
                let value = values.randomElement(using: &random)!
                for index in start..<min(start + Int.random(in: 1...8, using: &random), bytes.count) {
                    bytes[index] = value
                }
            }
            guard let table = ELFImage(bytes: bytes)?.symbolTable() else { continue }
            for symbol in table.symbols { _ = table.name(of: symbol) }
            for address in [0, 0x100, 0x118, UInt64.max] { _ = table.symbol(.function, containing: address) }
        }
    }

    @Test(arguments: ["/dev/null", "/dev/zero", "/", "/missing", "", "/proc/self/maps"])
    func `A file that is not 64-bit ELF is refused`(path: String) {
        #expect(ELFImage(path: path) == nil)
    }

    @Test func `A file that claims more than can be read is refused`() throws {
        let folder = try Folder()
        var bytes = Self.small
        // The symbol table's size, in the fourth section header.
        let field = bytes.count - 2 * 64 + 0x20
        bytes.replaceSubrange(field..<(field + 8), with: [0, 0, 0, 0, 0, 1, 0, 0])  // 1 TiB
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/sparse"))
        let handle = try FileHandle(forUpdating: URL(filePath: "\(folder.path)/sparse"))
        try handle.truncate(atOffset: 1 << 41)
        try handle.close()
        let image = try #require(ELFImage(path: "\(folder.path)/sparse"))
        #expect(image.symbolTable() == nil)
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
