/// A key of a terminal.
package enum KeyPress: Hashable, Sendable {
    case up, down, pageUp, pageDown, home, end
    case enter, escape, backspace
    case interrupt, suspend
    case character(Character)

    /// Returns the keys in bytes from a terminal, in order; unknown sequences are left out.
    ///
    /// The sequences follow xterm (ctlseqs, "PC-Style Function Keys"), in normal and in application mode.
    ///
    /// - Parameter bytes: The bytes of one read, which contains whole sequences.
    package static func keys(in bytes: [UInt8]) -> [KeyPress] {
        var keys: [KeyPress] = []
        var rest = bytes[...]
        while let byte = rest.first {
            if byte == 0x1B, let second = rest.dropFirst().first, introducers.contains(second) {
                let sequence = rest.dropFirst(2)
                let end = sequence.firstIndex { (0x40...0x7E).contains($0) } ?? sequence.endIndex - 1
                if end >= sequence.startIndex, let key = sequences[Array(sequence[...end])] { keys.append(key) }
                rest = rest[min(max(end, sequence.startIndex) + 1, rest.endIndex)...]
            } else if let key = controls[byte] {
                keys.append(key)
                rest = rest.dropFirst()
            } else {
                let text = rest.prefix { $0 != 0x1B && controls[$0] == nil }
                keys += String(decoding: text, as: UTF8.self).filter { !$0.isControl }.map { .character($0) }
                rest = rest.dropFirst(text.count)
            }
        }
        return keys
    }

    /// The characters that begin a sequence after an escape.
    private static let introducers = [UInt8(ascii: "["), UInt8(ascii: "O")]

    private static let controls: [UInt8: KeyPress] = [
        0x03: .interrupt, 0x1A: .suspend, 0x0D: .enter, 0x0A: .enter, 0x08: .backspace, 0x7F: .backspace,
        0x1B: .escape,
    ]

    private static let sequences: [[UInt8]: KeyPress] = Dictionary(
        uniqueKeysWithValues: [
            ("A", .up), ("B", .down), ("C", .enter), ("D", .escape), ("H", .home), ("F", .end), ("1~", .home),
            ("4~", .end), ("7~", .home), ("8~", .end), ("5~", .pageUp), ("6~", .pageDown),
        ].map { (Array($0.utf8), $1) })
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
