/// A file mapped into a process, a line of the file `maps`.
struct Mapping: Hashable {
    /// The identity of a mapped file.
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

    /// Returns the file mappings in the text of `maps`.
    static func all(in text: String) -> [Mapping] { text.rows.compactMap { Mapping($0) } }
}
