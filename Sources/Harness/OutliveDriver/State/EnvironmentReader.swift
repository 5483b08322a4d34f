/// A reader of the current environment variables of another process.
struct EnvironmentReader {
    private let files: ProcessFiles

    init(_ files: ProcessFiles) {
        self.files = files
    }

    /// Returns the current variables, or `nil` if they cannot be read, because the initial ones would show no change.
    ///
    /// - Parameter address: the address of `environ` in the process, or `nil` if unknown.
    func variables(environAt address: UInt64?) -> [String: String]? { address.flatMap(live) }

    /// Parses `NAME=VALUE` entries; the first of two with the same name counts, as for a program.
    static func variables(_ entries: some Sequence<ArraySlice<UInt8>>) -> [String: String] {
        let pairs = entries.compactMap { entry -> (String, String)? in
            guard let sign = entry.firstIndex(of: UInt8(ascii: "=")), sign > entry.startIndex else { return nil }
            return (
                String(decoding: entry[..<sign], as: UTF8.self), String(decoding: entry[(sign + 1)...], as: UTF8.self)
            )
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Reads the array at `environ`; `nil` if it is no valid environment.
    private func live(environAt address: UInt64) -> [String: String]? {
        guard let memory = ProcessMemory(of: files) else { return nil }
        // The process continues to run, so only two equal reads in succession are trusted.
        var last = Self.entries(in: memory, environAt: address)
        for _ in 1...2 {
            let next = Self.entries(in: memory, environAt: address)
            if let next, next == last { return Self.variables(next.map { $0[...] }) }
            last = next
        }
        return nil
    }

    private static func entries(in memory: borrowing ProcessMemory, environAt address: UInt64) -> [[UInt8]]? {
        guard let array = memory.number(at: address) else { return nil }
        // clearenv(3) leaves no array.
        if array == 0 { return [] }
        guard let pointers = memory.numbers(at: array, limit: 65_536) else { return nil }
        var entries: [[UInt8]] = []
        var room = 1 << 20
        for pointer in pointers {
            guard let entry = memory.text(at: pointer, limit: room) else { return nil }
            room -= entry.count
            entries.append(entry)
        }
        return entries
    }
}
