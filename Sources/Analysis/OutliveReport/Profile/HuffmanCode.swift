/// A code with short words for frequent symbols, in the canonical form of RFC 1951, section 3.2.2.
struct HuffmanCode {
    /// The length of each symbol's word in bits; 0 for symbols that do not occur.
    let lengths: [Int]
    /// The words, with their bits in the order in which they are written.
    private let words: [Int]

    /// Creates the code of symbols by their numbers, of which at least two are above 0.
    ///
    /// - Parameter longest: The most bits of a word. It must leave room for all symbols.
    init(_ counts: [Int], longest: Int) {
        var (counts, lengths) = (counts, Self.lengths(counts))
        // Halved differences make the tree flatter.
        while lengths.contains(where: { $0 > longest }) {
            counts = counts.map { $0 == 0 ? 0 : $0 / 2 + 1 }
            lengths = Self.lengths(counts)
        }
        self.lengths = lengths
        var (next, words) = (0, [Int](repeating: 0, count: lengths.count))
        for length in 1...longest {
            for symbol in lengths.indices where lengths[symbol] == length {
                words[symbol] = (0..<length).reduce(0) { $0 | (next >> $1 & 1) << (length - 1 - $1) }
                next += 1
            }
            next <<= 1
        }
        self.words = words
    }

    func write(_ symbol: Int, to bits: inout DeflateBits) { bits.write(words[symbol], count: lengths[symbol]) }

    /// Returns the depths of the symbols in Huffman's tree.
    private static func lengths(_ counts: [Int]) -> [Int] {
        let leaves = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
        // The nodes of the tree: the leaves and, in ascending order as well, the sums of pairs.
        var weights = leaves.map { counts[$0] }
        var parents = [Int](repeating: 0, count: max(2 * leaves.count - 1, 0))
        var (leaf, pair) = (0, leaves.count)
        while weights.count < parents.count {
            func lightest() -> Int {
                let isLeaf = leaf < leaves.count && (pair == weights.count || weights[leaf] <= weights[pair])
                if isLeaf { leaf += 1 } else { pair += 1 }
                return isLeaf ? leaf - 1 : pair - 1
            }
            let (one, other) = (lightest(), lightest())
            (parents[one], parents[other]) = (weights.count, weights.count)
            weights.append(weights[one] + weights[other])
        }
        var depths = [Int](repeating: 0, count: parents.count)
        for node in parents.indices.dropLast().reversed() { depths[node] = depths[parents[node]] + 1 }
        var lengths = [Int](repeating: 0, count: counts.count)
        for (node, symbol) in leaves.enumerated() { lengths[symbol] = depths[node] }
        return lengths
    }
}
