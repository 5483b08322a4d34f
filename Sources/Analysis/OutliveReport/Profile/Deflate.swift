/// Returns bytes in the format of deflate (RFC 1951), each block with codes of its own.
///
/// A profile repeats the same locations in most of its samples, so that it shrinks to a tenth.
///
/// - Complexity: O(bytes).
func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var output = DeflateBits()
    var matches = DeflateMatches(bytes)
    repeat {
        let tokens = matches.next(DeflateBlock.mostTokens)
        DeflateBlock(tokens, isLast: matches.isAtEnd).write(to: &output)
    } while !matches.isAtEnd
    return output.end()
}

/// A part of compressed data: a byte, or a repetition of earlier bytes.
struct DeflateToken {
    /// The number of repeated bytes, 3 to 258, or 0 for a byte.
    var length: UInt16
    /// The distance back to the repeated bytes, 1 to 32768, or the byte.
    var value: UInt16
}

/// A writer of bits, the lowest first.
struct DeflateBits {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count: UInt64 = 0

    mutating func write(_ bits: Int, count more: Int) {
        pending |= UInt64(bits) << count
        count += UInt64(more)
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// Returns all bytes, the last one filled up.
    mutating func end() -> [UInt8] {
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
        return bytes
    }
}

/// A search for repetitions, from the beginning of some bytes to their end.
struct DeflateMatches {
    private static let (window, leastLength, mostLength) = (32_768, 3, 258)
    /// The most earlier places that are compared.
    private static let mostTries = 24

    private let bytes: [UInt8]
    private var position = 0
    /// For a hash of three bytes, the last place with it, and for each place in the window the one before.
    private var last = [Int32](repeating: -1, count: 1 << 15)
    private var before = [Int32](repeating: -1, count: DeflateMatches.window)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// Returns the next parts.
    mutating func next(_ most: Int) -> [DeflateToken] {
        var tokens: [DeflateToken] = []
        tokens.reserveCapacity(most)
        while tokens.count < most, position < bytes.count {
            let (length, distance) = longest()
            if length < Self.leastLength {
                tokens.append(DeflateToken(length: 0, value: UInt16(bytes[position])))
                remember()
            } else {
                tokens.append(DeflateToken(length: UInt16(length), value: UInt16(distance)))
                for _ in 0..<length { remember() }
            }
        }
        return tokens
    }

    private func hash(at place: Int) -> Int {
        let word = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        return Int((word &* 0x9E37_79B1) >> 17)
    }

    /// Enters the present place and moves on.
    private mutating func remember() {
        if position + Self.leastLength <= bytes.count {
            let hash = hash(at: position)
            before[position % Self.window] = last[hash]
            last[hash] = Int32(truncatingIfNeeded: position)
        }
        position += 1
    }

    private func longest() -> (length: Int, distance: Int) {
        let limit = min(Self.mostLength, bytes.count - position)
        guard limit >= Self.leastLength else { return (0, 0) }
        var best = (length: 0, distance: 0)
        var place = Int(last[hash(at: position)])
        bytes.withUnsafeBufferPointer { bytes in
            for _ in 0..<Self.mostTries {
                guard place >= 0, position - place < Self.window else { return }
                if best.length == 0 || bytes[place + best.length] == bytes[position + best.length] {
                    var length = 0
                    while length < limit, bytes[place + length] == bytes[position + length] { length += 1 }
                    if length > best.length { best = (length, position - place) }
                    if length == limit { return }
                }
                let next = Int(before[place % Self.window])
                guard next < place else { return }
                place = next
            }
        }
        return best
    }
}
