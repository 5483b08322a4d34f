internal import OutliveSupport
internal import OutliveSymbols

extension ProcessFiles {
    /// The initial variables of the process, or the current ones if it has overwritten them.
    ///
    /// Servers write their title over the kernel's copy of the environment and keep another copy, to which `environ`
    /// points.
    var environment: [String: String]? {
        guard let initial = initialEnvironment else { return nil }
        guard initial.isEmpty, let mappings else { return initial }
        return currentEnvironment(environAt: environAddress(in: mappings)) ?? initial
    }

    /// The kernel's copy of the initial variables; none while the process executes a program.
    var initialEnvironment: [String: String]? {
        // The kernel accepts at most 6 MiB, but a process can declare any part of its memory to be its environment.
        readText(path("environ"), upTo: 8 << 20).map { Self.variables($0.utf8.split(separator: 0)) }
    }

    /// Returns the current variables, or `nil` if they cannot be read, because the initial ones would show no change.
    func currentEnvironment(environAt address: UInt64?) -> [String: String]? {
        guard let address, let memory = ProcessMemory(of: self) else { return nil }
        // The process continues to run, so only two equal reads in succession are trusted.
        var last = memory.environment(at: address)
        for _ in 1...2 {
            let next = memory.environment(at: address)
            if let next, next == last { return Self.variables(next) }
            last = next
        }
        return nil
    }

    /// Parses `NAME=VALUE` entries; the first of two with the same name counts, as for a program.
    static func variables(_ entries: some Sequence<some Collection<UInt8>>) -> [String: String] {
        let pairs = entries.compactMap { entry -> (String, String)? in
            guard let sign = entry.firstIndex(of: UInt8(ascii: "=")), sign > entry.startIndex else { return nil }
            let value = entry[entry.index(after: sign)...]
            return (String(decoding: entry[..<sign], as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

/// The variable `environ` in a file, from which a C library reads the current environment.
private struct EnvironSymbol: Sendable {
    struct Place: Hashable {
        var file: Mapping.File
        /// `true` to search only the symbols for dynamic linking.
        var isDynamic: Bool
    }

    /// The results by file, because the same files are read after every reset, and for each process of a machine.
    private static let known = Lock<[Place: EnvironSymbol?]>([:])

    var address: UInt64
    /// The loaded segments of the file.
    var segments: [ELFImage.Segment]

    /// Returns the symbol of a file, or `nil` if it has none.
    static func of(_ place: Place, path: String) -> EnvironSymbol? {
        if let known = known.withLock({ $0[place] }) { return known }
        // A file that cannot be read now, because the process has ended, may be read later.
        guard let image = ELFImage(path: path) else { return nil }
        let symbol = EnvironSymbol(in: image, isDynamic: place.isDynamic)
        known.withLock { $0[place] = .some(symbol) }
        return symbol
    }

    private init?(in image: ELFImage, isDynamic: Bool) {
        guard let symbols = isDynamic ? image.dynamicSymbolTable() : image.symbolTable(),
            let symbol = ["environ", "__environ", "_environ"].lazy
                .compactMap({ symbols.symbol(.object, named: $0) }).first
        else { return nil }
        address = symbol.address
        segments = image.loadedSegments
    }

    /// Returns the address in a process, where all segments of a file are moved by the same distance.
    func address(loadedAs mappings: [Mapping]) -> UInt64? {
        // No processor has smaller pages, and the file offset and address of a segment agree within a page.
        let page: UInt64 = ~0xFFF
        for segment in segments {
            guard let mapping = mappings.first(where: { $0.offset == segment.offset & page }) else { continue }
            return mapping.start &- (segment.address & page) &+ address
        }
        return nil
    }
}

extension ProcessFiles {
    /// Returns the address of `environ` in the process, or `nil` if neither program nor C library has such a symbol.
    func environAddress(in mappings: [Mapping]) -> UInt64? {
        let program = target(of: "exe").flatMap { path in mappings.first { $0.file.path == path } }
        let library = mappings.first { Self.isLibrary($0.file.path) }
        // A program with the symbol owns the copy that all code uses. A static program has the symbol in `.symtab`
        // only.
        let candidates = [
            (program, true, path("exe")),
            (library, true, path("root") + (library?.file.path ?? "")),
            (program, false, path("exe")),
        ]
        for case (let mapping?, let isDynamic, let path) in candidates {
            let symbol = EnvironSymbol.of(EnvironSymbol.Place(file: mapping.file, isDynamic: isDynamic), path: path)
            if let address = symbol?.address(loadedAs: mappings.filter({ $0.file == mapping.file })) { return address }
        }
        return nil
    }

    /// glibc is named `libc.so.6` or `libc-2.31.so`, musl `ld-musl-x86_64.so.1` or `libc.so`.
    private static func isLibrary(_ path: String) -> Bool {
        let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
        return ["/libc.so", "/libc-", "/ld-musl-", "/libc.musl-"].contains { name.hasPrefix($0) }
    }
}

/// A file mapped into a process, a line of the file `maps`.
struct Mapping: Hashable {
    struct File: Hashable {
        var path: String
        var device: String
        var inode: String
    }

    var start: UInt64
    /// The offset in the file, in bytes.
    var offset: UInt64
    var file: File

    /// Parses `START-END MODE OFFSET DEVICE INODE PATH`; `nil` for a mapping without a path, such as a heap.
    init?(_ line: Substring) {
        let fields = line.fields(limit: 6)
        guard fields.count == 6, fields[5].utf8.first == UInt8(ascii: "/"),
            let start = UInt64(fields[0].prefix { $0 != "-" }, radix: 16), let offset = UInt64(fields[2], radix: 16)
        else { return nil }
        self.start = start
        self.offset = offset
        file = File(path: String(fields[5]), device: String(fields[3]), inode: String(fields[4]))
    }

    static func all(in text: String) -> [Mapping] { text.rows.compactMap { Mapping($0) } }
}

/// The memory of another process, read while it runs.
private struct ProcessMemory: ~Copyable {
    private let descriptor: Int32

    /// Opens the memory; `nil` if that is not permitted or the process is gone.
    init?(of files: ProcessFiles) {
        descriptor = open(files.path("mem"), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Returns the entries of the array at `environ`; `nil` if it is no valid environment.
    func environment(at address: UInt64) -> [[UInt8]]? {
        let pointer = bytes(at: address, count: 8)
        guard pointer.count == 8 else { return nil }
        let array = pointer.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        // clearenv(3) leaves no array.
        if array == 0 { return [] }
        guard let pointers: [UInt64] = elements(at: array, limit: 65_536, batch: 64) else { return nil }
        var entries: [[UInt8]] = []
        var room = 1 << 20
        for pointer in pointers {
            guard let entry: [UInt8] = elements(at: pointer, limit: room, batch: 256) else { return nil }
            room -= entry.count
            entries.append(entry)
        }
        return entries
    }

    /// Returns the bytes at an address: fewer than `count` if the mapping ends before, none if there is none.
    private func bytes(at address: UInt64, count: Int) -> [UInt8] {
        guard let offset = off_t(exactly: address) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, pread(descriptor, buffer.baseAddress!, count, offset))
        }
    }

    /// Returns the elements up to a terminating 0, or `nil` if the mapping or the limit ends before one.
    private func elements<Element: FixedWidthInteger & BitwiseCopyable>(
        at address: UInt64, limit: Int, batch: Int
    ) -> [Element]? {
        let size = MemoryLayout<Element>.size
        var elements: [Element] = []
        while elements.count <= limit {
            let bytes = bytes(at: address &+ UInt64(elements.count * size), count: batch * size)
            guard bytes.count >= size else { return nil }
            for offset in stride(from: 0, through: bytes.count - size, by: size) {
                let element = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Element.self) }
                if element == 0 { return elements.count <= limit ? elements : nil }
                elements.append(element)
            }
        }
        return nil
    }
}
