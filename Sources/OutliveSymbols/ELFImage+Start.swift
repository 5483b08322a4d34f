// What of an executable tells how it starts, and what it brings along for that.
extension ELFImage {
    /// The number of the architecture that it is for (`e_machine`).
    package var machine: UInt16 { header.u16(0x12) }

    /// Whether it is for the architecture that this process runs on.
    package var isForThisMachine: Bool {
        #if arch(x86_64)
        machine == 62
        #elseif arch(arm64)
        machine == 183
        #else
        false
        #endif
    }

    /// The dynamic loader that it asks for; nil of a static executable.
    package var interpreter: String? {
        guard let place = segments.first(where: { $0.kind == 3 }), place.size <= 4096,  // PT_INTERP
            let bytes = read(place.offset, place.size)
        else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The names of the libraries that are loaded with it; nil when that cannot be read.
    package var neededLibraries: [String]? { loading()?.libraries }

    /// Whether the Swift compiler linked it, which stripping does not hide.
    package var isSwift: Bool {
        let names = Int(header.u16(0x3E))
        guard names < sections.count, let table = read(sections[names].offset, sections[names].size) else {
            return false
        }
        return sections.contains { section in
            Int(section.name) < table.count && table[Int(section.name)...].starts(with: "swift5_".utf8)
        }
    }
}
