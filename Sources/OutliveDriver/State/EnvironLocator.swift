internal import OutliveSymbols

/// Finds the variable `environ` of processes, by which a C library finds the environment as it is now.
///
/// What was found in a file is remembered, as the same files are asked for after every reset.
struct EnvironLocator: Sendable {
    /// Where a file has the variable, and how it is loaded.
    fileprivate struct Place: Sendable {
        var address: UInt64
        var segments: [ELFImage.Segment]
    }

    fileprivate enum Table {
        case dynamic, all
    }

    fileprivate struct Question: Hashable {
        var file: Mapping.File
        var table: Table
    }

    private var answers: [Question: Place?] = [:]

    /// The variable's address in the process; nil when its program has none that is known by name.
    mutating func address(in files: ProcessFiles, mappings: [Mapping]) -> UInt64? {
        let program = files.target(of: "exe").flatMap { path in mappings.first { $0.file.path == path } }
        let library = mappings.first { Self.isLibrary($0.file.path) }
        // A program that names the variable has the copy that all use. A static one names it in `.symtab` only.
        let candidates = [
            (program, Table.dynamic, files.path("exe")),
            (library, .dynamic, files.path("root") + (library?.file.path ?? "")),
            (program, .all, files.path("exe")),
        ]
        for case (let mapping?, let table, let path) in candidates {
            let question = Question(file: mapping.file, table: table)
            let place = answers[question] ?? Self.place(inFile: path, table)
            answers[question] = .some(place)
            if let place, let address = place.address(loadedAs: mappings.filter { $0.file == mapping.file }) {
                return address
            }
        }
        return nil
    }

    /// `libc.so.6` and `libc-2.31.so` are glibc's names, `ld-musl-x86_64.so.1` and `libc.so` are musl's.
    private static func isLibrary(_ path: String) -> Bool {
        let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
        return ["/libc.so", "/libc-", "/ld-musl-", "/libc.musl-"].contains { name.hasPrefix($0) }
    }

    private static func place(inFile path: String, _ table: Table) -> Place? {
        guard let image = ELFImage(path: path),
            let symbols = table == .dynamic ? image.dynamicSymbolTable() : image.symbolTable(),
            let symbol = ["environ", "__environ", "_environ"].lazy.compactMap({ symbols.symbol(.object, named: $0) })
                .first
        else { return nil }
        return Place(address: symbol.address, segments: image.loadedSegments)
    }
}

extension EnvironLocator.Place {
    /// The address in a process: pages of the file are mapped as its segments say, all moved by the same distance.
    fileprivate func address(loadedAs mappings: [Mapping]) -> UInt64? {
        // No processor has smaller pages, and a segment's place in the file and in memory agree within a page.
        let page: UInt64 = ~0xFFF
        for segment in segments {
            guard let mapping = mappings.first(where: { $0.offset == segment.offset & page }) else { continue }
            return mapping.start &- (segment.address & page) &+ address
        }
        return nil
    }
}
