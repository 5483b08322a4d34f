internal import OutliveSymbols

/// A finder of the variable `environ` in processes, from which a C library reads the current environment.
///
/// It caches the result for each file, because the same files are read after every reset.
struct EnvironLocator: Sendable {
    /// The address of the variable in a file, and the loaded segments of the file.
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

    /// Returns the variable's address in the process, or `nil` if neither program nor C library has such a symbol.
    mutating func address(in files: ProcessFiles, mappings: [Mapping]) -> UInt64? {
        let program = files.target(of: "exe").flatMap { path in mappings.first { $0.file.path == path } }
        let library = mappings.first { Self.isLibrary($0.file.path) }
        // A program with the symbol owns the copy that all code uses. A static program has the symbol in `.symtab`
        // only.
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

    /// glibc is named `libc.so.6` or `libc-2.31.so`, musl `ld-musl-x86_64.so.1` or `libc.so`.
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
    /// Returns the address in a process, where all segments of a file are moved by the same distance.
    fileprivate func address(loadedAs mappings: [Mapping]) -> UInt64? {
        // No processor has smaller pages, and the file offset and address of a segment agree within a page.
        let page: UInt64 = ~0xFFF
        for segment in segments {
            guard let mapping = mappings.first(where: { $0.offset == segment.offset & page }) else { continue }
            return mapping.start &- (segment.address & page) &+ address
        }
        return nil
    }
}
