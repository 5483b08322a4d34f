/// The node at the other end of a reference, and how the reference holds: 4 bytes.
///
/// A file has far fewer nodes than 29 bits can number.
struct HeapLink: Hashable, Sendable, BitwiseCopyable {
    private static let nodeBits: UInt32 = 29
    /// The most nodes that a graph can have.
    static let mostNodes = 1 << Int(nodeBits)

    private let bits: UInt32

    /// Makes a link.
    init(_ node: UInt32, _ hold: Hold) { bits = node | UInt32(hold.rawValue) << Self.nodeBits }

    /// The index of the node.
    var node: UInt32 { bits & (1 << Self.nodeBits - 1) }
    /// How the reference holds.
    var hold: Hold { Hold(rawValue: UInt8(kind)) ?? .none }
    /// The raw value of `hold`, as an index.
    var kind: Int { Int(bits >> Self.nodeBits) }
    /// Whether the reference keeps its target alive.
    var isHolding: Bool { bits < UInt32(Hold.none.rawValue) << Self.nodeBits }

    /// Whether the reference holds as well as another, or better.
    func holds(asWellAs worst: Hold) -> Bool { kind <= worst.rawValue }
}
