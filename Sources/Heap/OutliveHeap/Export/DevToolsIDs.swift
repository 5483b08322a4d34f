/// Identifiers that match the objects in two exports of one process.
///
/// The format has 32 bits, and addresses have 48, so address and cycle of birth are hashed. A new object at the address
/// of an old one gets another identifier. Collisions take the next free number, in ascending order of address.
struct DevToolsIDs {
    /// The first identifier of a block; lower ones belong to synthetic and root nodes.
    static let firstOfBlocks: UInt32 = 64

    private var taken: Set<UInt32>

    /// Creates identifiers for a number of blocks.
    init(capacity: Int) {
        taken = Set(minimumCapacity: capacity)
    }

    /// Returns the identifier of the next node. Nodes must be passed in ascending order of address.
    mutating func id(of node: HeapSnapshot.Node) -> UInt32 {
        var mixed = (node.address >> 4) ^ UInt64(node.birth) << 44
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        var id = UInt32(truncatingIfNeeded: mixed ^ mixed >> 31)
        while id < Self.firstOfBlocks || !taken.insert(id).inserted { id &+= 1 }
        return id
    }
}
