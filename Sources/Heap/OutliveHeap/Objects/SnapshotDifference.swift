package import OutliveModel

/// The objects allocated and released between two snapshots of one process.
///
/// A block is the same if its address, type and cycle of birth are equal.
package struct SnapshotDifference: Sendable {
    /// The live objects of the later snapshot that the earlier one does not contain, by type.
    package let new: [LiveObjects]
    /// The allocated and released objects by type, the most growth in bytes first.
    ///
    /// The site of a type is the most frequent one of its new objects, without symbols.
    package let types: [TypeGrowth]
    /// The earlier snapshot.
    let earlier: HeapSnapshot
    private let kept: [Bool]
    /// `true` for each node of the earlier snapshot that the later one contains.
    private let left: [Bool]

    /// Compares two snapshots with graphs of the same process.
    ///
    /// - Parameter pattern: The types to include, or `nil` for all.
    package init(from earlier: HeapSnapshot, to later: HeapSnapshot, of pattern: TypePattern? = nil) {
        let (kept, left) = (Self.kept(of: later, in: earlier), Self.kept(of: earlier, in: later))
        (self.kept, self.left, self.earlier) = (kept, left, earlier)
        new = later.liveObjects(of: pattern) { !kept[$0] }
        var stacks = AllocationStacks(later)
        var growth: [HeapType: TypeGrowth] = [:]
        for type in new {
            growth[type.type] = TypeGrowth(
                type: type.type, new: type.nodes.count, gone: 0, bytes: type.bytes,
                site: stacks.mostFrequent(of: type.nodes))
        }
        for type in earlier.liveObjects(of: pattern, where: { !left[$0] }) {
            growth[type.type, default: TypeGrowth(type: type.type, new: 0, gone: 0, bytes: 0)].gone = type.nodes.count
            growth[type.type]?.bytes -= type.bytes
        }
        types = growth.values.sorted {
            ($1.bytes, $1.new - $1.gone, $1.new, $0.type) < ($0.bytes, $0.new - $0.gone, $0.new, $1.type)
        }
    }

    /// Returns `true` if the earlier snapshot does not contain a node of the later one.
    func isNew(_ node: Int) -> Bool { !kept[node] }

    /// Returns `true` if the later snapshot does not contain a node of the earlier one.
    func isGone(_ node: Int) -> Bool { !left[node] }

    /// Returns `true` for each node of a snapshot that is also alive in another one.
    private static func kept(of snapshot: HeapSnapshot, in other: HeapSnapshot) -> [Bool] {
        let numbers = other.typeNumbers
        let numberOfType = Dictionary(zip(other.types.lazy.map(\.type), numbers)) { first, _ in first }
        let own = snapshot.types.map { numberOfType[$0.type] }
        // Both are sorted by address.
        var index = 0
        return snapshot.nodes.map { node in
            while index < other.nodes.count, other.nodes[index].address < node.address { index += 1 }
            guard index < other.nodes.count else { return false }
            let candidate = other.nodes[index]
            return candidate.address == node.address && candidate.birth == node.birth && !candidate.isDeinitialised
                && numbers[Int(candidate.type)] == own[Int(node.type)]
        }
    }
}
