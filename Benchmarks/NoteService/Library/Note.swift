/// A note, as stored in the data file and sent by the service.
struct Note: Codable, Equatable, Sendable {
    /// The unique id; ids ascend in the order of creation.
    var id: Int
    /// The title, one line.
    var title: String
    /// The text, without markup.
    var body: String
    /// The lower-case words that notes are grouped by.
    var tags: [String]
    /// The time of the last change, in seconds since 1970.
    var modified: Int
}

extension Note {
    /// A hash of the content that is the same in every process (FNV-1a, 64 bits).
    ///
    /// Hashes of notes are combined with XOR, so that a store can keep its checksum up to date note by note.
    var checksum: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xff) &* 0x100_0000_01b3
        }
        mix(String(id))
        mix(title)
        mix(body)
        for tag in tags { mix(tag) }
        mix(String(modified))
        return hash
    }
}
