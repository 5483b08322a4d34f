internal import OutliveSupport

// The parts of an ELF file that determine how it is started and loaded, and whether it is complete.
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
        guard let segment = segments.first(where: { $0.kind == 3 }), segment.size <= 4096,  // PT_INTERP
            let bytes = read(segment.offset, segment.size)
        else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// `true` if the file is an executable or a shared library, not an object file or a core dump.
    package var isLoadable: Bool { [2, 3].contains(header.u16(0x10)) && !loadedSegments.isEmpty }  // ET_EXEC, ET_DYN

    /// `true` if the file is a shared library: it needs libraries but names no dynamic loader.
    package var isLibrary: Bool { interpreter == nil && neededLibraries?.isEmpty == false }

    /// `true` if the file contains everything that its headers describe.
    package var isWhole: Bool {
        let hasSections = header.u64(0x28) == 0 || !sections.isEmpty
        guard hasSections, segments.count == Int(header.u16(0x38)) else { return false }
        return segments.allSatisfy { contains($0.offset, $0.size) }
            && sections.allSatisfy { $0.kind == nil || $0.kind == .nothing || contains($0.offset, $0.size) }
    }

    private func contains(_ offset: UInt64, _ size: UInt64) -> Bool {
        let (end, overflow) = offset.addingReportingOverflow(size)
        return !overflow && end <= length
    }

    /// `true` if the file contains Swift metadata sections, which stripping keeps.
    package var isSwift: Bool { namedSections.contains { $0.name.hasPrefix("swift5_") } }

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

    // MARK: - Sections

    /// The names of the sections that have bytes in the file.
    package var sectionNames: Set<String> {
        Set(namedSections.lazy.filter { $0.section.kind != .nothing && $0.section.size > 0 }.map(\.name))
    }

    /// The longest name of a section, in bytes.
    ///
    /// All names of a file can be one long text.
    private static let longestName = 256

    /// The sections with their names. Longer names are cut.
    var namedSections: [(name: String, section: Section)] {
        let index = Int(header.u16(0x3E))
        guard index < sections.count, let table = read(sections[index].offset, sections[index].size) else { return [] }
        return sections.lazy.filter { Int($0.name) < table.count }.map { section in
            let name = table[Int(section.name)...].prefix(Self.longestName).prefix { $0 != 0 }
            return (String(decoding: name, as: UTF8.self), section)
        }
    }

    /// Returns the name of the section that contains a file offset.
    func sectionName(at offset: UInt64) -> String? {
        namedSections.first { _, section in
            section.kind != .nothing && section.offset <= offset && offset - section.offset < section.size
        }?.name
    }

    // MARK: - Dynamic loader

    /// The requests of a file to the dynamic loader: the names of the needed libraries (DT_NEEDED), and the folders to
    /// search first (DT_RPATH and DT_RUNPATH), as written in the file.
    typealias Loading = (libraries: [String], folders: [String])

    /// The names of the needed libraries, or `nil` if they cannot be read.
    package var neededLibraries: [String]? { loading()?.libraries }

    /// Returns the requests to the dynamic loader: empty for a static executable, `nil` if they cannot be read.
    func loading() -> Loading? {
        guard let dynamic = segments.first(where: { $0.kind == 2 }) else { return ([], []) }  // PT_DYNAMIC
        guard dynamic.size <= 1 << 20, let entries = read(dynamic.offset, dynamic.size).map(Fields.init) else {
            return nil
        }
        var values: [(tag: UInt64, value: UInt64)] = []
        for base in stride(from: 0, through: entries.bytes.count - 16, by: 16) {
            guard entries.u64(base) != 0 else { break }
            values.append((entries.u64(base), entries.u64(base + 8)))
        }
        let names = values.filter { [1, 15, 29].contains($0.tag) }  // DT_NEEDED, DT_RPATH, DT_RUNPATH
        guard !names.isEmpty else { return ([], []) }
        guard let table = values.first(where: { $0.tag == 5 }).flatMap({ offset(of: $0.value) }) else { return nil }
        var loading: Loading = ([], [])
        for (tag, value) in names {
            let (offset, overflow) = table.addingReportingOverflow(value)
            guard !overflow, let text = text(at: offset) else { return nil }
            if tag == 1 {
                loading.libraries.append(text)
            } else {
                loading.folders += text.split(separator: ":").map(String.init)
            }
        }
        return loading
    }

    /// Returns the file offset of an address, or `nil` if no loaded segment contains it.
    private func offset(of address: UInt64) -> UInt64? {
        for segment in loadedSegments where address >= segment.address && address - segment.address < segment.size {
            let (offset, overflow) = segment.offset.addingReportingOverflow(address - segment.address)
            return overflow ? nil : offset
        }
        return nil
    }

    private func text(at offset: UInt64) -> String? {
        guard offset < length, let bytes = read(offset, min(4096, length - offset)), let end = bytes.firstIndex(of: 0)
        else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
