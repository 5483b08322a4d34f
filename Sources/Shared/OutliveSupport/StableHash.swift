/// A hash of bytes that is the same on every machine and in every run: FNV-1a with 64 bits.
///
/// It is fast for short strings, but does not resist input that is crafted to collide.
package struct StableHash: Sendable {
    /// The hash of the bytes added so far.
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Creates the hash of an empty input.
    package init() {}

    /// Adds the UTF-8 encoding of a string.
    package mutating func combine(_ text: String) {
        for byte in text.utf8 { combine(byte) }
    }

    /// Adds one byte.
    package mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }
}
