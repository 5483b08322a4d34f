internal import OutliveModel

extension HeapSnapshot {
    /// The savings of a kind among the blocks of a type and a stack.
    package struct Saving: Hashable, Sendable {
        /// The kind, or `nil` for contents that were too many or too large to be compared.
        var kind: SavingSite.Kind?
        /// The index of the type, or `HeapSnapshot.none` for blocks that are no objects.
        var type: UInt32
        var stack: UInt32
        /// The number of different contents.
        var different: Int
        var blocks: Int
        var bytes: Int
        /// The bytes that could be saved.
        var saved: Int
    }

    /// Reads the savings, or returns `nil` if the file has no such section.
    static func savings(in file: SnapshotReader) throws(HeapSnapshotError) -> [Saving]? {
        guard file.has(.savings) else { return nil }
        let items = try file.items(.savings, Saving.init)
        // So that no sum of them overflows.
        guard items.reduce(0, { $0 + Double(max($1.blocks, $1.bytes)) }) < 0x1p56 else {
            throw HeapSnapshotError("the numbers of the savings are too large", at: file.offset(of: 0, in: .savings))
        }
        return items
    }
}

extension HeapSnapshot.Saving {
    private static let kinds: [SavingSite.Kind?] = [.equal, .capacity, .slack, nil]

    fileprivate init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        guard 1...4 ~= item.word(0) else { throw item.error("unknown kind of saving \(item.word(0))", 0) }
        kind = Self.kinds[Int(item.word(0)) - 1]
        type = try item.index(4, in: .types, "type", isOptional: true)
        stack = try item.index(8, in: .stacks, "stack", isOptional: true)
        different = Int(item.word(12))
        blocks = try item.size(16)
        bytes = try item.size(24)
        saved = try item.size(32)
        guard different <= blocks else {
            throw item.error("\(different) different contents of \(blocks) blocks", 12)
        }
        // Malloc may add more bytes than were requested.
        guard saved <= bytes || kind == .slack else {
            throw item.error("\(saved) bytes could be saved of \(bytes)", 32)
        }
    }
}
