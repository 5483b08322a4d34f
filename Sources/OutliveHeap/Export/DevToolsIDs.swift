/// The numbers by which objects are told apart in two exports of one process.
///
/// The format has room for 32 bits, and addresses have 48: they are mixed, together with the cycle of birth, so that an
/// object in the place of another is another one. The few that meet give way to each other, by rising address.
struct DevToolsIDs {
    /// Below are the numbers of what is no block.
    static let firstOfBlocks: UInt32 = 64

    private var taken: Set<UInt32>

    /// Makes the numbers for some blocks.
    init(capacity: Int) {
        taken = Set(minimumCapacity: capacity)
    }

    /// The number of the next node, by rising address.
    mutating func id(of node: HeapSnapshot.Node) -> UInt32 {
        var mixed = (node.address >> 4) ^ UInt64(node.birth) << 44
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        var id = UInt32(truncatingIfNeeded: mixed ^ mixed >> 31)
        while id < Self.firstOfBlocks || !taken.insert(id).inserted { id &+= 1 }
        return id
    }
}
