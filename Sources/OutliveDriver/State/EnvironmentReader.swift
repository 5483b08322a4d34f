/// Reads the environment variables of another process as they are now.
struct EnvironmentReader {
    private let files: ProcessFiles

    init(_ files: ProcessFiles) {
        self.files = files
    }

    /// The variables as they are now; nil where that cannot be read, as what the process was given tells no change.
    ///
    /// - Parameter address: where the process has its variable `environ`; nil when that is not known.
    func variables(environAt address: UInt64?) -> [String: String]? { address.flatMap(live) }

    /// What `NAME=VALUE` says; of two with the same name the first, which is the one that a program finds.
    static func variables(_ entries: some Sequence<ArraySlice<UInt8>>) -> [String: String] {
        let pairs = entries.compactMap { entry -> (String, String)? in
            guard let sign = entry.firstIndex(of: UInt8(ascii: "=")), sign > entry.startIndex else { return nil }
            return (
                String(decoding: entry[..<sign], as: UTF8.self), String(decoding: entry[(sign + 1)...], as: UTF8.self)
            )
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Reads what `environ` points to; nil when that is nothing that an environment can be.
    private func live(environAt address: UInt64) -> [String: String]? {
        guard let memory = ProcessMemory(of: files) else { return nil }
        // The process runs on: what is read is right when it is the same the next time.
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
        // clearenv(3) leaves no array at all.
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
