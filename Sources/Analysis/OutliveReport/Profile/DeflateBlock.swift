/// A block of compressed data with Huffman codes that suit its content: RFC 1951, section 3.2.7.
struct DeflateBlock {
    static let mostTokens = 32_768

    private let tokens: [DeflateToken]
    private let isLast: Bool
    private let lengths: HuffmanCode
    private let distances: HuffmanCode

    private static let end = 256
    private static let lengthClasses = SizeClasses(first: 3, count: 28, perDoubling: 4)
    private static let distanceClasses = SizeClasses(first: 1, count: 30, perDoubling: 2)
    /// The order in which the lengths of codes for lengths are written.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    init(_ tokens: [DeflateToken], isLast: Bool) {
        (self.tokens, self.isLast) = (tokens, isLast)
        var (lengths, distances) = ([Int](repeating: 0, count: 286), [Int](repeating: 0, count: 30))
        lengths[Self.end] = 1
        for token in tokens {
            if token.length == 0 {
                lengths[Int(token.value)] += 1
            } else {
                lengths[257 + Self.lengthClass(Int(token.length))] += 1
                distances[Self.distanceClasses.index(of: Int(token.value))] += 1
            }
        }
        // At least two codes of each kind, as some readers refuse a code that is not complete.
        for index in 0..<2 where distances.count(where: { $0 > 0 }) < 2 { distances[index] = max(distances[index], 1) }
        for index in 0..<2 where lengths.count(where: { $0 > 0 }) < 2 { lengths[index] = max(lengths[index], 1) }
        self.lengths = HuffmanCode(lengths, longest: 15)
        self.distances = HuffmanCode(distances, longest: 15)
    }

    func write(to bits: inout DeflateBits) {
        bits.write(isLast ? 1 : 0, count: 1)
        bits.write(2, count: 2)
        writeCodes(to: &bits)
        for token in tokens {
            guard token.length > 0 else {
                lengths.write(Int(token.value), to: &bits)
                continue
            }
            let length = Self.lengthClass(Int(token.length))
            lengths.write(257 + length, to: &bits)
            if length < 28 { Self.lengthClasses.writeRest(of: Int(token.length), in: length, to: &bits) }
            let distance = Self.distanceClasses.index(of: Int(token.value))
            distances.write(distance, to: &bits)
            Self.distanceClasses.writeRest(of: Int(token.value), in: distance, to: &bits)
        }
        lengths.write(Self.end, to: &bits)
    }

    /// Returns the class of a length; the longest has one of its own.
    private static func lengthClass(_ length: Int) -> Int { length == 258 ? 28 : lengthClasses.index(of: length) }

    private func writeCodes(to bits: inout DeflateBits) {
        // All are written as they are, without the codes for repetitions.
        let all = lengths.lengths + distances.lengths
        var counts = [Int](repeating: 0, count: 19)
        for length in all { counts[length] += 1 }
        for index in 0..<2 where counts.count(where: { $0 > 0 }) < 2 { counts[index] = max(counts[index], 1) }
        let code = HuffmanCode(counts, longest: 7)
        bits.write(lengths.lengths.count - 257, count: 5)
        bits.write(distances.lengths.count - 1, count: 5)
        bits.write(Self.order.count - 4, count: 4)
        for index in Self.order { bits.write(code.lengths[index], count: 3) }
        for length in all { code.write(length, to: &bits) }
    }
}

/// Classes of numbers that grow with them; bits after the code of a class give the number in it.
private struct SizeClasses {
    private let starts: [Int]
    private let extraBits: [Int]
    private let indices: [UInt8]

    /// - Parameters:
    ///   - first: The lowest number.
    ///   - perDoubling: The number of classes from one size of class to the next, which is twice as large.
    init(first: Int, count: Int, perDoubling: Int) {
        extraBits = (0..<count).map { max($0 / perDoubling - 1, 0) }
        var (starts, start) = ([Int](), first)
        for bits in extraBits {
            starts.append(start)
            start += 1 << bits
        }
        self.starts = starts
        var indices = [UInt8](repeating: 0, count: start)
        for (index, begin) in starts.enumerated() {
            for number in begin..<begin + 1 << extraBits[index] { indices[number] = UInt8(index) }
        }
        self.indices = indices
    }

    func index(of number: Int) -> Int { Int(indices[number]) }

    func writeRest(of number: Int, in index: Int, to bits: inout DeflateBits) {
        bits.write(number - starts[index], count: extraBits[index])
    }
}
