internal import OutliveModel
internal import OutliveSupport

/// The texts of a snapshot, each decoded once.
struct SnapshotTexts {
    private let section: Range<Int>
    private var known: [UInt64: String] = [:]
    /// The number of bytes in the section that no text covers yet.
    ///
    /// Texts must not overlap, so that a small file cannot expand to unlimited text.
    private var rest: Int

    /// Creates the texts of a section.
    init(_ section: Range<Int>) {
        self.section = section
        rest = section.count
    }

    /// Returns the text whose offset and length are at byte `place` of the file.
    mutating func text(at place: Int, in bytes: RawSpan) throws(HeapSnapshotError) -> String {
        let key = bytes.longWord(at: place)
        if let text = known[key] { return text }
        let (offset, length) = (Int(bytes.word(at: place)), Int(bytes.word(at: place + 4)))
        guard offset <= section.count, length <= section.count - offset else {
            throw HeapSnapshotError(
                "the text of \(length) bytes at offset \(offset) is not within the text section", at: place)
        }
        guard length <= rest else { throw HeapSnapshotError("the text overlaps another one", at: place) }
        let start = section.lowerBound + offset
        let text = bytes.extracting(start..<start + length).withUnsafeBytes { String(validating: $0, as: UTF8.self) }
        // Names are hashed and compared: without the marks for which that takes long.
        guard let text = text?.withoutLongRunsOfMarks else {
            throw HeapSnapshotError("the text is not UTF-8", at: start)
        }
        rest -= length
        known[key] = text
        return text
    }
}
