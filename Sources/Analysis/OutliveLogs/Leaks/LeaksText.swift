internal import OutliveModel

extension UnsafeRawBufferPointer {
    /// The number of blanks at the beginning.
    var indent: Int { prefix(while: \.isBlank).count }

    var withoutLeadingBlanks: Bytes { part(indent, count) }

    /// The line without the time that a CI server writes before it: `2026-01-01T17:11:50.1234567Z `.
    var afterTimestamp: Bytes {
        let mark: StaticString = "0000-00-00T00:00:00"
        let length = mark.utf8CodeUnitCount
        guard count > length, self[4] == UInt8(ascii: "-"), self[10] == UInt8(ascii: "T"),
            let zone = firstIndex(of: UInt8(ascii: "Z"), from: length), zone < length + 12,
            (0..<4).allSatisfy({ self[$0].isDigit })
        else { return self }
        let start = zone + 1
        return part(start < count && self[start].isBlank ? start + 1 : start, count)
    }

    /// The number and the rest of `Process 3200: 6 leaks …`, or `nil` for another line.
    var process: (number: Int, rest: Bytes)? {
        var at = 8
        guard has("Process "), let number = LeakLine.number(self, &at) else { return nil }
        if has(" is not debuggable", at: at) { return (number, part(at, count)) }
        return has(": ", at: at) ? (number, part(at + 2, count)) : nil
    }

    /// `true` for words of memory in hexadecimal, which follow a leak of the older list.
    var isHexDump: Bool {
        let line = withoutLeadingBlanks
        return line.has("0x") || line.count >= 8 && (0..<8).allSatisfy { line[$0].hexadecimalDigit != nil }
    }
}

extension String {
    var trimmed: String {
        var text = self[...]
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        return String(text)
    }

    /// The numbers of `6 leaks for 256 total leaked bytes.`
    var statedLeaks: (leaks: Int, bytes: Int)? {
        let words = split(separator: " ")
        guard words.count >= 6, words[1].hasPrefix("leak"), words[2] == "for", words[4] == "total",
            let leaks = Int(words[0]), let bytes = Int(words[3]), (0...1 << 50).contains(leaks),
            (0...1 << 60).contains(bytes)
        else { return nil }
        return (leaks, bytes)
    }
}

/// Returns the number and the unit of a size as Apple's tools print it: `1.42K`, `7.89M` or `64 bytes`.
func sizeParts(_ text: some StringProtocol) -> (number: Double, unit: Double)? {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let units: [Character: Double] = ["K": 1024, "M": 1_048_576, "G": 1_073_741_824]
    return Double(digits).map { ($0, text.last.flatMap { units[$0] } ?? 1) }
}

extension Frame {
    /// Reads a frame as `leaks` and crash reports print it: `2   main   0x1001bf220 main + 16  main.cpp:0`.
    init?(leaks line: UnsafeRawBufferPointer) {
        var at = 0
        guard LeakLine.number(line, &at) != nil, at < line.count, line[at].isBlank,
            let address = line.firstIndex(of: " 0x", from: at)
        else { return nil }
        let module = String(decoding: line.part(at, address), as: UTF8.self).trimmed
        guard !module.isEmpty, let end = line.firstIndex(of: UInt8(ascii: " "), from: address + 1) else { return nil }
        guard let value = UInt64(String(decoding: line.part(address + 3, end), as: UTF8.self), radix: 16) else {
            return nil
        }
        let text = String(decoding: line.part(end + 1, line.count), as: UTF8.self).trimmed
        self.init(module: module, buildID: nil, offset: value, symbols: [Symbol(leaks: text)])
    }
}

extension Symbol {
    /// Reads `main + 16  main.cpp:0`; the offset and the place may be missing.
    init(leaks text: String) {
        var function = text[...]
        var place: (file: String, line: Int)?
        // The place follows two blanks, or is in brackets.
        for (open, close) in [("  ", ""), (" (", ")")] {
            guard place == nil, let range = text.ranges(of: open).last, text.hasSuffix(close) else { continue }
            let words = text[range.upperBound...].dropLast(close.count)
            guard let colon = words.lastIndex(of: ":"), let line = Int(words[words.index(after: colon)...]) else {
                continue
            }
            place = (String(words[..<colon]), line)
            function = text[..<range.lowerBound]
        }
        if let plus = function.ranges(of: " + ").last, function[plus.upperBound...].allSatisfy(\.isNumber) {
            function = function[..<plus.lowerBound]
        }
        let line = place.flatMap { $0.line > 0 ? $0.line : nil }
        self.init(function: String(function).trimmed, file: place?.file, line: line)
    }
}
