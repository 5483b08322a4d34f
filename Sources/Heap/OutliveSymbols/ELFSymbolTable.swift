internal import OutliveSupport

/// The named functions and objects of an ELF file, by address.
package struct ELFSymbolTable: Sendable {
    /// A named range of addresses.
    package struct Symbol: Hashable, Sendable {
        package enum Kind: Sendable {
            case function
            /// A variable or constant.
            case object
        }
        package var kind: Kind
        /// The first address, relative to the load address.
        package var address: UInt64
        /// The address after the last one.
        package var end: UInt64
        fileprivate var name: UInt32
    }

    /// The symbols by ascending address; of those at one address the longest is last.
    package let symbols: [Symbol]

    private let strings: [UInt8]

    init(entries: Fields, strings: [UInt8], sectionEnds: [UInt64]) {
        var symbols: [Symbol] = []
        for base in stride(from: 0, through: entries.bytes.count - 24, by: 24) {
            let section = Int(entries.u16(base + 6))
            let kind: Symbol.Kind
            switch entries.bytes[base + 4] & 0xF {
            case 1: kind = .object
            case 2, 10: kind = .function  // STT_FUNC, STT_GNU_IFUNC
            default: continue
            }
            guard section > 0, entries.u32(base) < strings.count else { continue }
            let address = entries.u64(base + 8)
            let size = entries.u64(base + 16)
            // Assembly code often states no size: such a symbol extends to the end of its section at most.
            let bound = section < sectionEnds.count ? max(sectionEnds[section], address) : address
            let (end, overflow) = address.addingReportingOverflow(size)
            guard !overflow else { continue }
            symbols.append(Symbol(kind: kind, address: address, end: size > 0 ? end : bound, name: entries.u32(base)))
        }
        symbols.sort { ($0.address, $0.end, $0.name) < ($1.address, $1.end, $1.name) }
        // No symbol extends into the next one.
        for index in symbols.indices.dropLast() {
            let next = symbols[index + 1].address
            if next > symbols[index].address { symbols[index].end = min(symbols[index].end, next) }
        }
        (self.symbols, self.strings) = (symbols, strings)
    }

    /// Returns the mangled name of a symbol, as known to the linker.
    package func name(of symbol: Symbol) -> String {
        String(decoding: strings[Int(symbol.name)...].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the symbol of a kind with a name; of several, the one with the lowest address.
    package func symbol(_ kind: Symbol.Kind, named name: String) -> Symbol? {
        let name = Array(name.utf8) + [0]
        return symbols.first { $0.kind == kind && strings[Int($0.name)...].starts(with: name) }
    }

    /// Returns the symbols of a kind with the given names, by name; of several with one name, the one with the lowest
    /// address.
    package func symbols(_ kind: Symbol.Kind, named names: Set<String>) -> [String: Symbol] {
        // All names of a file can be one long text, and each would be decoded to its end.
        guard let longest = names.lazy.map(\.utf8.count).max() else { return [:] }
        var found: [String: Symbol] = [:]
        for symbol in symbols where symbol.kind == kind {
            let bytes = strings[Int(symbol.name)...].prefix(longest + 1).prefix { $0 != 0 }
            let name = String(decoding: bytes, as: UTF8.self)
            if names.contains(name), found[name] == nil { found[name] = symbol }
        }
        return found
    }

    /// Returns the symbol of a kind that contains an address.
    ///
    /// - Parameter address: The address relative to the load address.
    package func symbol(_ kind: Symbol.Kind, containing address: UInt64) -> Symbol? {
        let last = symbols.partitioningIndex { $0.address > address } - 1
        // Aliases share an address.
        var index = last
        while index >= 0, symbols[index].address == symbols[last].address {
            if symbols[index].kind == kind, address < symbols[index].end { return symbols[index] }
            index -= 1
        }
        return nil
    }
}
