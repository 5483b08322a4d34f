internal import ArgumentParser
internal import OutliveSupport

/// The option to sample allocations instead of recording every block.
struct SampleOption: ParsableArguments {
    @Option(
        name: .customLong("sample"), parsing: .unconditional,
        help: .init(
            "Sample allocations instead of recording every block: one in this many bytes, on average, such as 512kB. "
                + "Figures are estimates; all allocations are reported beside the live ones.", valueName: "size"),
        transform: SampleOption.bytes(of:))
    var rate: Int?

    /// Returns the bytes of a size: a number, and B, kB, MB, KiB or MiB.
    static func bytes(of text: String) throws -> Int {
        let units = ["": 1, "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "KiB": 1 << 10, "MiB": 1 << 20]
        let digits = text.prefix { ("0"..."9").contains($0) }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }
        guard let number = Int(digits), let factor = units[String(unit)],
            case let (bytes, false) = number.multipliedReportingOverflow(by: factor), allowed.contains(bytes)
        else { throw ValidationError("\(text.onOneLine(upTo: 80)) is not a size from 1 B to 1024 MiB, such as 512kB") }
        return bytes
    }

    private static let allowed = 1...(1 << 30)
}
