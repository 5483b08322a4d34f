public import OutliveModel

/// What came and went between two snapshots of one process.
///
/// A block is the same where its address, its type and its cycle of birth are.
public struct SnapshotDifference: Sendable {
    /// The live objects of the later snapshot that were not there in the earlier one, by type.
    public let new: LiveObjects
    /// What came and went by type: the most bytes of growth first.
    ///
    /// Their sites are those of most of the new ones, without symbols.
    public let types: [TypeGrowth]

    /// Compares two snapshots.
    ///
    /// - Parameters:
    ///   - earlier: with a graph.
    ///   - later: with a graph, of the same process.
    ///   - pattern: of the types that are meant; nil for all.
    /// - Complexity: O(nodes).
    public init(from earlier: HeapSnapshot, to later: HeapSnapshot, of pattern: TypePattern? = nil) {
        let (kept, left) = (Self.kept(of: later, in: earlier), Self.kept(of: earlier, in: later))
        new = LiveObjects(later, of: pattern) { !kept[$0] }
        let gone = LiveObjects(earlier, of: pattern) { !left[$0] }
        var sites = AllocationSites(later)
        var growth: [HeapType: TypeGrowth] = [:]
        for type in new.types {
            growth[type.type] = TypeGrowth(
                type: type.type, new: type.nodes.count, gone: 0, bytes: type.bytes,
                site: sites.mostFrequent(of: type.nodes))
        }
        for type in gone.types {
            growth[type.type, default: TypeGrowth(type: type.type, new: 0, gone: 0, bytes: 0)].gone = type.nodes.count
            growth[type.type]?.bytes -= type.bytes
        }
        types = growth.values.sorted {
            ($1.bytes, $1.new - $1.gone, $1.new, $0.type) < ($0.bytes, $0.new - $0.gone, $0.new, $1.type)
        }
    }

    /// For each node of a snapshot whether it is alive in another one, too.
    private static func kept(of snapshot: HeapSnapshot, in other: HeapSnapshot) -> [Bool] {
        var numbers: [HeapType: Int] = [:]
        let others = other.types.map { item in
            item.type.map { type in
                let number = numbers[type] ?? numbers.count
                numbers[type] = number
                return number
            }
        }
        let own = snapshot.types.map { $0.type.flatMap { numbers[$0] } }
        // Both are sorted by address.
        var place = 0
        return snapshot.nodes.map { node in
            while place < other.nodes.count, other.nodes[place].address < node.address { place += 1 }
            guard place < other.nodes.count else { return false }
            let candidate = other.nodes[place]
            return candidate.address == node.address && candidate.birth == node.birth && !candidate.isDeinitialised
                && others[Int(candidate.type)] == own[Int(node.type)]
        }
    }
}
