/// The byte search of the C library, which its Swift module does not export.
@_silgen_name("memmem")
private func memmem(
    _ bytes: UnsafeRawPointer, _ count: Int, _ needle: UnsafeRawPointer, _ needleCount: Int
) -> UnsafeRawPointer?

extension ELFImage {
    private static let chunk: UInt64 = 1 << 20

    /// Returns the offset of the first occurrence of each marker in the loaded segments and symbol names, or `nil` if
    /// the file cannot be read.
    ///
    /// The file is read in chunks of a megabyte. This bounds the memory, and unlike a mapping it is safe if another
    /// process changes the file.
    func offsets(of markers: [AuditMarker]) -> [AuditMarker: UInt64]? {
        var found: [AuditMarker: UInt64] = [:]
        var wanted = markers.filter { !$0.text.isEmpty }.map { (marker: $0, bytes: Array($0.text.utf8)) }
        let overlap = UInt64(wanted.map(\.bytes.count).max() ?? 0)
        for range in searchedRanges {
            var start = range.lowerBound
            while start < range.upperBound {
                // Chunks overlap by the length of the longest marker.
                let count = min(Self.chunk + overlap, range.upperBound - start)
                guard let bytes = read(start, count) else { return nil }
                wanted.removeAll { candidate in
                    guard let offset = Self.first(candidate.bytes, in: bytes) else { return false }
                    found[candidate.marker] = start + UInt64(offset)
                    return true
                }
                if wanted.isEmpty { return found }
                start += min(Self.chunk, count)
            }
        }
        return found
    }

    /// Returns the printable text around an offset.
    func text(around offset: UInt64) -> String {
        let start = offset - min(offset, 1024)
        guard let bytes = read(start, min(4096, length - start)) else { return "" }
        let index = Int(offset - start)
        let isPrintable = { (byte: UInt8) in (0x20...0x7E).contains(byte) }
        let first = bytes[..<index].lastIndex { !isPrintable($0) }.map { $0 + 1 } ?? 0
        let last = bytes[index...].firstIndex { !isPrintable($0) } ?? bytes.count
        return String(decoding: bytes[first..<last], as: UTF8.self)
    }

    /// The ranges of the file to search, in ascending order and without overlaps.
    private var searchedRanges: [Range<UInt64>] {
        let segments = loadedSegments.map { ($0.offset, $0.size) }
        let names = sections.filter { $0.kind == .strings }.map { ($0.offset, $0.size) }
        var ranges: [Range<UInt64>] = []
        for (offset, size) in (segments + names).sorted(by: { $0.0 < $1.0 }) where offset < length {
            let end = offset + min(size, length - offset)
            if let last = ranges.last, offset <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                ranges.append(offset..<end)
            }
        }
        return ranges
    }

    private static func first(_ needle: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { bytes in
            needle.withUnsafeBytes { needle in
                guard let start = bytes.baseAddress, let wanted = needle.baseAddress,
                    let found = memmem(start, bytes.count, wanted, needle.count)
                else { return nil }
                return found - start
            }
        }
    }
}
