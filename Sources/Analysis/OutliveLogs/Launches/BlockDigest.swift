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
