internal import OutliveSupport

// The parts of an ELF file that determine which symbols and lines are available.
extension ELFImage {
    /// `true` if the file is a shared library: it needs libraries but names no dynamic loader.
    package var isLibrary: Bool { interpreter == nil && neededLibraries?.isEmpty == false }

    /// The names of the sections that have bytes in the file.
    package var sectionNames: Set<String> {
        let index = Int(header.u16(0x3E))
        guard index < sections.count, let table = read(sections[index].offset, sections[index].size) else { return [] }
        return Set(
            sections.lazy.filter { $0.kind != .nothing && $0.size > 0 && Int($0.name) < table.count }
                .map { String(decoding: table[Int($0.name)...].prefix { $0 != 0 }, as: UTF8.self) })
    }

    /// `true` if the file has symbols that it does not export, which stripping removes.
    package var hasSymbols: Bool { sections.contains { $0.kind == .symbols && $0.size > 0 } }

    /// `true` if the file has line information.
    package var hasLines: Bool { !sectionNames.isDisjoint(with: [".debug_line", ".zdebug_line"]) }

    /// The path of the separate debug file by build-id, or `nil` if it is not installed.
    package var separateDebugFile: String? {
        guard let buildID, buildID.count > 2 else { return nil }
        let path = "/usr/lib/debug/.build-id/\(buildID.prefix(2))/\(buildID.dropFirst(2)).debug"
        return access(path, R_OK) == 0 ? path : nil
    }
}
