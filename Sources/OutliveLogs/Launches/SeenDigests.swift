/// Which blocks of a log were there before, at about 16 bytes a block.
///
/// A table with open addressing: what is put in is a digest already, and `Set` would hash it once more.
struct SeenDigests {
    /// How many are remembered; the table then has 32 MB.
    static let most = 2_000_000

    /// The digests where they belong or, where that is taken, after it; 0 is a free place.
    private var table = [UInt64](repeating: 0, count: 1024)
    private var count = 0
    /// How many more there were.
    private(set) var unremembered = 0

    /// Remembers a block.
    ///
    /// - Returns: whether it is new, as far as is remembered.
    mutating func insert(_ digest: UInt64) -> Bool {
        let digest = max(digest, 1)
        let place = Self.place(of: digest, in: table)
        if table[place] == digest { return false }
        guard count < Self.most else {
            unremembered += 1
            return true
        }
        table[place] = digest
        count += 1
        if count * 2 > table.count { grow() }
        return true
    }

    private mutating func grow() {
        var larger = [UInt64](repeating: 0, count: table.count * 2)
        for digest in table where digest != 0 { larger[Self.place(of: digest, in: larger)] = digest }
        table = larger
    }

    /// Where a digest is, or is to be: the table is never more than half full.
    private static func place(of digest: UInt64, in table: [UInt64]) -> Int {
        var place = Int(truncatingIfNeeded: digest &* 0x9E37_79B9_7F4A_7C15 >> 20) & (table.count - 1)
        while table[place] != 0, table[place] != digest { place = (place + 1) & (table.count - 1) }
        return place
    }
}
