/// Eight bytes that stand for a text of any length; the same in every run.
///
/// For two texts out of two million that differ, the chance to be taken for one is about one in ten million.
struct BlockDigest {
    private static let first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let second: UInt64 = 0xD1B5_4A32_D192_ED03

    /// What stands for what was added.
    private(set) var value: UInt64 = 0

    /// Adds a number.
    @inline(__always)
    mutating func add(_ number: UInt64) {
        let product = (value ^ Self.first).multipliedFullWidth(by: number ^ Self.second)
        // A factor of 0 would forget all that was before.
        value = (product.high ^ product.low) &+ (value << 1 | value >> 63)
    }

    /// Adds bytes, and that they ended.
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
