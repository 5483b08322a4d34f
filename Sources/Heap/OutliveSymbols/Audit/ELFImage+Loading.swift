// The parts of an ELF file that determine how it is loaded and whether it is complete.
extension ELFImage {
    /// The requests of a file to the dynamic loader.
    struct Loading: Equatable {
        /// The names of the needed libraries (DT_NEEDED).
        var libraries: [String] = []
        /// The folders to search first (DT_RPATH and DT_RUNPATH), as written in the file.
        var folders: [String] = []
    }

    /// `true` if the file is an executable or a shared library, not an object file or a core dump.
    package var isLoadable: Bool { [2, 3].contains(header.u16(0x10)) && !loadedSegments.isEmpty }  // ET_EXEC, ET_DYN

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

    /// Returns the requests to the dynamic loader: empty for a static executable, `nil` if they cannot be read.
    func loading() -> Loading? {
        guard let dynamic = segments.first(where: { $0.kind == 2 }) else { return Loading() }  // PT_DYNAMIC
        guard dynamic.size <= 1 << 20, let entries = read(dynamic.offset, dynamic.size).map(Fields.init) else {
            return nil
        }
        var values: [(tag: UInt64, value: UInt64)] = []
        for base in stride(from: 0, through: entries.bytes.count - 16, by: 16) {
            guard entries.u64(base) != 0 else { break }
            values.append((entries.u64(base), entries.u64(base + 8)))
        }
        let names = values.filter { [1, 15, 29].contains($0.tag) }  // DT_NEEDED, DT_RPATH, DT_RUNPATH
        guard !names.isEmpty else { return Loading() }
        guard let table = values.first(where: { $0.tag == 5 }).flatMap({ offset(of: $0.value) }) else { return nil }
        var loading = Loading()
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

    /// Returns the name of the section that contains a file offset.
    func sectionName(at offset: UInt64) -> String? {
        let section = sections.first {
            $0.kind != .nothing && $0.offset <= offset && offset - $0.offset < $0.size
        }
        let names = Int(header.u16(0x3E))
        guard let section, names < sections.count else { return nil }
        let (place, overflow) = sections[names].offset.addingReportingOverflow(UInt64(section.name))
        return overflow ? nil : text(at: place)
    }
}
