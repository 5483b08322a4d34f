/// A text, such as a demangled name, with the bracket depth of each byte.
package struct BracketedText {
    private let bytes: [UInt8]
    /// The number of open brackets at each byte. A bracket counts as part of the group that it encloses.
    private let depths: [Int]
    /// The places of identifiers between backticks, which can contain brackets and separators.
    private let raw: [Range<Int>]

    /// Finds the brackets of a text.
    ///
    /// - Complexity: O(n) in the length of the text.
    package init(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        var depths: [Int] = []
        depths.reserveCapacity(bytes.count)
        var depth = 0
        var previous = UInt8(ascii: " ")
        let raw = Self.rawIdentifiers(in: bytes)
        var nextRaw = raw[...]
        for (index, byte) in bytes.enumerated() {
            if let range = nextRaw.first, index >= range.lowerBound {
                // As in a group, nothing is split here.
                depths.append(depth + 1)
                if index + 1 == range.upperBound { nextRaw.removeFirst() }
                previous = byte
                continue
            }
            // The angle bracket of an arrow or of an operator's name (`Foo.< infix`) encloses nothing.
            let isOperator = previous == UInt8(ascii: "-") || previous == UInt8(ascii: ".")
            switch byte {
            case UInt8(ascii: "<") where !isOperator,
                UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                depths.append(depth)
            case UInt8(ascii: ">") where !isOperator,
                UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                depths.append(max(depth, 1))
                depth = max(depth - 1, 0)
            default:
                depths.append(depth)
            }
            previous = byte
        }
        self.bytes = bytes
        self.depths = depths
        self.raw = raw
    }

    private static func rawIdentifiers(in bytes: [UInt8]) -> [Range<Int>] {
        let quote = UInt8(ascii: "`")
        guard bytes.contains(quote) else { return [] }
        let places = bytes.indices.filter { bytes[$0] == quote }
        return stride(from: 0, to: places.count - 1, by: 2).map { places[$0]..<(places[$0 + 1] + 1) }
    }

    /// The text outside all brackets.
    package var outside: String {
        var outer = depths
        for range in raw where depths[range.lowerBound] == 1 {
            outer.replaceSubrange(range, with: range.map { _ in 0 })
        }
        return String(decoding: zip(bytes, outer).lazy.filter { $0.1 == 0 }.map(\.0), as: UTF8.self)
    }

    /// The text inside the last pair of brackets, and the byte offset of the opening one; `nil` if there is none.
    package var lastGroup: (text: String, start: Int)? {
        // An identifier between backticks is no group.
        guard let end = depths.indices.last(where: { at in depths[at] > 0 && !raw.contains { $0.contains(at) } }) else {
            return nil
        }
        var start = end
        while start > 0, depths[start - 1] > 0, !(depths[start] == 1 && bytes[start] == UInt8(ascii: "(")) {
            start -= 1
        }
        guard start < end else { return nil }
        return (String(decoding: bytes[(start + 1)..<end], as: UTF8.self), start)
    }

    /// Splits the text at a separator outside all brackets.
    package func split(at separator: String) -> [String] { pieces(separatedBy: [separator]).map(\.text) }

    /// Splits the text at separators outside all brackets.
    ///
    /// - Parameter separators: The separators, all with the same first byte.
    /// - Returns: Each piece with the separator after it, which is `nil` for the last piece.
    package func pieces(separatedBy separators: [String]) -> [(text: String, separator: String?)] {
        var pieces: [(text: String, separator: String?)] = []
        var start = 0
        var index = 0
        let first = separators[0].utf8.first
        while index < bytes.count {
            guard depths[index] == 0, bytes[index] == first,
                let separator = separators.first(where: { bytes[index...].starts(with: $0.utf8) })
            else {
                index += 1
                continue
            }
            pieces.append((String(decoding: bytes[start..<index], as: UTF8.self), separator))
            index += separator.utf8.count
            start = index
        }
        pieces.append((String(decoding: bytes[start...], as: UTF8.self), nil))
        return pieces
    }
}

extension StringProtocol {
    /// Returns the pieces of the text between separators that are outside all brackets.
    ///
    /// - Complexity: O(n) in the length of the text.
    package func split(outsideBracketsAt separator: String) -> [String] { BracketedText(self).split(at: separator) }
}
