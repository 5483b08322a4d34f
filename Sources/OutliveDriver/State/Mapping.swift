/// A file mapped into a process, as one line of its file `maps` tells.
struct Mapping: Hashable {
    /// What tells one mapped file from another.
    struct File: Hashable {
        var path: String
        var device: String
        var inode: String
    }

    /// The first address.
    var start: UInt64
    /// Where in the file it begins, in bytes.
    var offset: UInt64
    var file: File

    /// Reads `START-END MODE OFFSET DEVICE INODE PATH`; nil when nothing with a path is mapped, such as a heap.
    init?(_ line: Substring) {
        let fields = line.fields(limit: 6)
        guard fields.count == 6, fields[5].utf8.first == UInt8(ascii: "/"),
            let start = UInt64(fields[0].prefix { $0 != "-" }, radix: 16), let offset = UInt64(fields[2], radix: 16)
        else { return nil }
        self.start = start
        self.offset = offset
        file = File(path: String(fields[5]), device: String(fields[3]), inode: String(fields[4]))
    }

    /// The mappings that the file's text tells of.
    static func all(in text: String) -> [Mapping] { text.rows.compactMap { Mapping($0) } }
}
