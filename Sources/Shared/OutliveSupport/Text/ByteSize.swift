extension Int {
    /// Reads a number of bytes as people write it: `512kB`, `1.5 MiB`, `12`.
    ///
    /// A fraction is rounded to whole bytes. The units are B, kB, MB and GB, in powers of 1000, and KiB, MiB and GiB.
    /// It is `nil` for another text, and beyond 1 PB.
    package init?(bytesIn text: String) {
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        guard let factor = unitsOfBytes[String(unit)] else { return nil }
        if let whole = Int(number) {
            guard case let (bytes, false) = whole.multipliedReportingOverflow(by: factor), bytes <= largestSize else {
                return nil
            }
            self = bytes
        } else {
            guard number.wholeMatch(of: /[0-9]{1,9}\.[0-9]{1,9}/) != nil, factor > 1, let value = Double(number)
            else { return nil }
            let bytes = (value * Double(factor)).rounded()
            guard bytes <= Double(largestSize) else { return nil }
            self = Int(bytes)
        }
    }
}

private let largestSize = 1_000_000_000_000_000

private let unitsOfBytes = [
    "": 1, "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000, "KiB": 1 << 10, "MiB": 1 << 20,
    "GiB": 1 << 30,
]
