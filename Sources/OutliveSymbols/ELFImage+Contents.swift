internal import Glibc

// What of a file tells how much can be told of what happens in it.
extension ELFImage {
    /// Whether it is a shared library: it is loaded by others, and asks for libraries but for no loader.
    package var isLibrary: Bool { interpreter == nil && neededLibraries?.isEmpty == false }

    /// The names of the sections that have bytes in the file.
    package var sectionNames: Set<String> {
        let index = Int(header.u16(0x3E))
        guard index < sections.count, let table = read(sections[index].offset, sections[index].size) else { return [] }
        return Set(
            sections.lazy.filter { $0.kind != .nothing && $0.size > 0 && Int($0.name) < table.count }
                .map { String(decoding: table[Int($0.name)...].prefix { $0 != 0 }, as: UTF8.self) })
    }

    /// Whether it has the symbols of what it does not export, which stripping takes away.
    package var hasSymbols: Bool { sections.contains { $0.kind == .symbols && $0.size > 0 } }

    /// Whether it holds the lines of its functions.
    package var hasLines: Bool { !sectionNames.isDisjoint(with: [".debug_line", ".zdebug_line"]) }

    /// The file with its debug information, where that was parted from it and is kept where debuggers look by build-id.
    package var separateDebugFile: String? {
        guard let buildID, buildID.count > 2 else { return nil }
        let path = "/usr/lib/debug/.build-id/\(buildID.prefix(2))/\(buildID.dropFirst(2)).debug"
        return access(path, R_OK) == 0 ? path : nil
    }
}
