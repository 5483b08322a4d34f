internal import OutliveModel

extension HeapSnapshot {
    /// The contents of the Swift objects, in a snapshot that never was a file on disk.
    package struct ObjectContents: Hashable, Sendable {
        /// The content of one object.
        fileprivate struct Item: Hashable, Sendable {
            var node: UInt32
            /// The numbers of references as the runtime counts them, or `nil` if they are unknown.
            var counts: ReferenceCounts?
            var bytes: Range<Int>
        }

        /// By ascending node.
        private let items: [Item]
        /// The bytes of all objects.
        private let bytes: [UInt8]

        /// Reads the contents, or returns `nil` if the file has no such section.
        init?(_ file: SnapshotReader) throws(HeapSnapshotError) {
            guard file.has(.contents) else { return nil }
            items = try file.items(.contents, sortedBy: "nodes of the contents", { UInt64($0.node) }, Item.init)
            bytes = try file.items(.contentBytes) { item throws(HeapSnapshotError) in item.byte(0) }
        }

        /// Returns the first bytes of an object: all of a class without many properties, or the beginning of storage.
        func bytes(ofNode node: Int) -> ArraySlice<UInt8>? { item(node).map { bytes[$0.bytes] } }

        /// Returns the numbers of references to an object, or `nil` if they are unknown.
        func counts(ofNode node: Int) -> ReferenceCounts? { item(node)?.counts }

        private func item(_ node: Int) -> Item? { HeapSnapshot.item(in: items, at: node) { Int($0.node) } }
    }
}

extension HeapSnapshot.ObjectContents.Item {
    /// The number of bytes that is kept of an object.
    private static let longest: UInt32 = 1024

    init(_ item: SnapshotItem) throws(HeapSnapshotError) {
        node = try item.index(0, in: .nodes, "node")
        let strong = Int(item.word(4))
        counts =
            strong > 0
            ? ReferenceCounts(strong: strong, unowned: Int(item.word(8)), weak: Int(item.word(12))) : nil
        let (first, count) = try item.range(16, in: .contentBytes, "bytes", upTo: Self.longest)
        bytes = Int(first)..<Int(first) + Int(count)
    }
}
