internal import OutliveModel

/// The texts of a snapshot, each of which is read once.
struct SnapshotTexts {
    private let section: Range<Int>
    private var known: [UInt64: String] = [:]
    /// How many bytes of the section no text has been seen of: distinct texts share none, so that a small file cannot
    /// stand for texts without end.
    private var rest: Int

    /// Makes the texts of a section.
    init(_ section: Range<Int>) {
        self.section = section
        rest = section.count
    }

    /// The text whose offset and length are at byte `place` of the file.
    mutating func text(at place: Int, in bytes: RawSpan) throws(HeapSnapshotError) -> String {
        let key = bytes.longWord(at: place)
        if let text = known[key] { return text }
        let (offset, length) = (Int(bytes.word(at: place)), Int(bytes.word(at: place + 4)))
        guard offset <= section.count, length <= section.count - offset else {
            throw HeapSnapshotError("the text of \(length) bytes at \(offset) does not lie in the texts", at: place)
        }
        guard length <= rest else { throw HeapSnapshotError("the text overlaps others", at: place) }
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
