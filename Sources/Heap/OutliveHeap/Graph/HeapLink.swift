/// The node at the other end of a reference and the hold of the reference, packed into 4 bytes.
///
/// 29 bits are enough for the nodes of any snapshot file.
struct HeapLink: Hashable, Sendable, BitwiseCopyable {
    private static let nodeBits: UInt32 = 29
    /// The maximum number of nodes in a graph.
    static let mostNodes = 1 << Int(nodeBits)

    private let bits: UInt32

    init(_ node: UInt32, _ hold: ReferenceStrength) { bits = node | UInt32(hold.rawValue) << Self.nodeBits }

    var node: UInt32 { bits & (1 << Self.nodeBits - 1) }
    var hold: ReferenceStrength { ReferenceStrength(rawValue: UInt8(kind)) ?? .none }
    /// The raw value of `hold`, as an index.
    var kind: Int { Int(bits >> Self.nodeBits) }
    /// `true` if the reference keeps its target alive.
    var isHolding: Bool { bits < UInt32(ReferenceStrength.none.rawValue) << Self.nodeBits }

    /// Returns `true` if the reference holds at least as well as `worst`.
    func holds(asWellAs worst: ReferenceStrength) -> Bool { kind <= worst.rawValue }
}
