/// The set of blocks, or of applications, that a log has contained so far, in 16 to 32 bytes for each.
///
/// It is a table with open addressing, because `Set` would hash the digests again.
struct SeenDigests {
    /// The maximum number of digests, because a crafted log could have any number; 2 million need a table of 32 MiB.
    let maximum: Int

    /// The digests at their place or, if that is taken, after it; 0 marks a free place.
    private var table = [UInt64](repeating: 0, count: 1024)
    private var count = 0
    /// The number of digests beyond the maximum.
    private(set) var unremembered = 0

    init(maximum: Int) { self.maximum = maximum }

    /// Inserts a digest.
    ///
    /// - Returns: `true` if it is not in the table.
    mutating func insert(_ digest: UInt64) -> Bool {
        let digest = max(digest, 1)
        let index = Self.index(of: digest, in: table)
        if table[index] == digest { return false }
        guard count < maximum else {
            unremembered += 1
            return true
        }
        table[index] = digest
        count += 1
        if count * 2 > table.count { grow() }
        return true
    }

    private mutating func grow() {
        var larger = [UInt64](repeating: 0, count: table.count * 2)
        for digest in table where digest != 0 { larger[Self.index(of: digest, in: larger)] = digest }
        table = larger
    }

    /// Returns the place of a digest, or the free place for it; the table is never more than half full.
    private static func index(of digest: UInt64, in table: [UInt64]) -> Int {
        var index = Int(truncatingIfNeeded: digest &* 0x9E37_79B9_7F4A_7C15 >> 20) & (table.count - 1)
        while table[index] != 0, table[index] != digest { index = (index + 1) & (table.count - 1) }
        return index
    }
}

/// A hash of eight bytes for texts of any length, which is the same in every run.
///
/// Among two million different texts, the probability of a collision is about one in ten million.
struct BlockDigest {
    private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let second: UInt64 = 0xD1B5_4A32_D192_ED03

    private(set) var value: UInt64 = 0

    init() {}

    init(of bytes: Bytes) { add(bytes) }

    @inline(__always)
    mutating func add(_ number: UInt64) {
        let product = (value ^ Self.first).multipliedFullWidth(by: number ^ Self.second)
        // A factor of 0 would discard the previous value.
        value = (product.high ^ product.low) &+ (value << 1 | value >> 63)
    }

    /// Adds bytes and their count, so that the division into calls matters.
    @inline(__always)
    mutating func add(_ bytes: Bytes) {
        var index = 0
        while index + 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        add(rest)
        add(UInt64(bytes.count))
    }
}
