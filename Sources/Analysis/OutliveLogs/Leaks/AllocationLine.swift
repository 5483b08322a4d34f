internal import OutliveModel

/// An allocation as Apple's `malloc_history` prints it, innermost function last.
///
///     ALLOC 0x12e7040f0-0x12e7040ff [size=16]: thread_1f4a8 | start | main | Cart.make | malloc
struct AllocationLine {
    var address: UInt64
    /// The functions, innermost first.
    var stack: [Frame]

    /// Reads a line; `nil` for a line of another form.
    init?(_ line: Bytes) {
        guard line.has("ALLOC 0x"), let dash = line.firstIndex(of: UInt8(ascii: "-"), from: 8),
            let address = UInt64(String(decoding: line.part(8, dash), as: UTF8.self), radix: 16),
            let colon = line.firstIndex(of: "]: ", from: dash)
        else { return nil }
        self.address = address
        let parts = String(decoding: line.part(colon + 3, line.count), as: UTF8.self).split(separator: "|").dropFirst()
        stack = parts.reversed().map { Self.frame(String($0).trimmed) }
    }

    /// Returns the frame of `main`, or of `0x1001bf220 (Shop) main  main.swift:4`.
    private static func frame(_ text: String) -> Frame {
        var (module, name) = ("", text[...])
        if text.hasPrefix("0x"), let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") {
            module = String(text[text.index(after: open)..<close])
            name = text[text.index(after: close)...]
        }
        return Frame(module: module, buildID: nil, offset: 0, symbols: [Symbol(leaks: String(name).trimmed)])
    }
}

/// A line of a call tree of Apple's `malloc_history`: `+ ! 100 (4.80K) Cart.make  (in Shop) + 20  [0x1001bf220]`.
struct CallTreeLine {
    var count: Int
    var bytes: Int
    var function: String
    /// The image with the function.
    var image: String

    /// Reads a line; `nil` for a line of another form.
    init?(_ line: Bytes) {
        var at = 0
        while at < line.count, line[at].isBlank || [0x2B, 0x21, 0x3A, 0x7C].contains(line[at]) { at += 1 }
        guard let number = LeakLine.number(line, &at), line.has(" (", at: at),
            let close = line.firstIndex(of: UInt8(ascii: ")"), from: at),
            let mark = line.firstIndex(of: "  (in ", from: close)
        else { return nil }
        let size = String(decoding: line.part(at + 2, close), as: UTF8.self)
        let rest = line.part(mark + 6, line.count)
        guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
        count = number
        bytes = sizeParts(size).map { Int(min($0.number * $0.unit, 1e15)) } ?? 0
        function = String(decoding: line.part(close + 1, mark), as: UTF8.self).trimmed
        image = String(decoding: rest.part(0, end), as: UTF8.self)
    }
}

extension AllocatingFunctions {
    mutating func add(_ line: CallTreeLine) {
        add(Function(name: line.function, image: line.image), count: line.count, bytes: line.bytes)
    }
}
