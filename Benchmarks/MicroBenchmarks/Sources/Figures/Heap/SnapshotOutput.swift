internal import Foundation

/// A snapshot file that is written sequentially.
struct SnapshotOutput {
    /// The kind of a section, the size of an item in bytes, and the number of items.
    typealias Section = (kind: Int, itemBytes: Int, count: Int)

    private let file: UnsafeMutablePointer<FILE>
    private var size = 0

    init(_ path: String) throws {
        guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
        self.file = file
    }

    /// Writes everything before the sections, which follow in this order.
    mutating func header(_ sections: [Section]) {
        var place = 96 + 32 * sections.count
        var starts: [Int] = []
        for section in sections {
            starts.append(place)
            place += (section.itemBytes * section.count + 7) / 8 * 8
        }
        bytes("OUTLHEAP".utf8)
        words(1, sections.count)
        longs(place)
        words(1, 0, 1, 0, 3, 16)
        longs(0, 0, 0, 0, 0, 0)
        for (section, start) in zip(sections, starts) {
            words(section.kind, section.itemBytes)
            longs(start, section.count, 0)
        }
    }

    mutating func bytes(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        size += fwrite(bytes, 1, bytes.count, file)
    }

    /// Writes numbers of 4 bytes.
    mutating func words(_ values: Int...) {
        for value in values {
            var word = UInt32(truncatingIfNeeded: value).littleEndian
            size += 4 * fwrite(&word, 4, 1, file)
        }
    }

    /// Writes numbers of 8 bytes.
    mutating func longs(_ values: Int...) {
        for value in values {
            var long = UInt64(value).littleEndian
            size += 8 * fwrite(&long, 8, 1, file)
        }
    }

    mutating func align() { bytes(Array(repeating: 0, count: (8 - size % 8) % 8)) }

    func close() throws {
        let failed = ferror(file) != 0
        guard fclose(file) == 0, !failed else { throw CocoaError(.fileWriteUnknown) }
    }
}
