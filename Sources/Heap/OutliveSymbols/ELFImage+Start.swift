// The parts of an executable that determine how it is started.
extension ELFImage {
    /// The number of the architecture (`e_machine`).
    package var machine: UInt16 { header.u16(0x12) }

    /// `true` if the file is for the architecture of this process.
    package var isForThisMachine: Bool {
        #if arch(x86_64)
        machine == 62
        #elseif arch(arm64)
        machine == 183
        #else
        false
        #endif
    }

    /// The path of the dynamic loader, or `nil` for a static executable.
    package var interpreter: String? {
        guard let place = segments.first(where: { $0.kind == 3 }), place.size <= 4096,  // PT_INTERP
            let bytes = read(place.offset, place.size)
        else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The names of the needed libraries, or `nil` if they cannot be read.
    package var neededLibraries: [String]? { loading()?.libraries }

    /// `true` if the file contains Swift metadata sections, which stripping keeps.
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
