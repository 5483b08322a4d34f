/// The edges of a graph in both directions.
///
/// The tables are immutable after initialization and read without bounds checks, which would take a third of the time
/// of a walk.
final class HeapLinks: @unchecked Sendable {
    /// The index of each node's first edge, and the number of edges at the end.
    ///
    /// The snapshot stores the same in ten times the memory.
    let first: LargeTable<UInt32>
    /// The target of each edge of the snapshot.
    let targets: LargeTable<HeapLink>
    /// The index in `referrers` of each node's first referrer, with two more entries at the end.
    private let firstReferrer: LargeTable<UInt32>
    /// The holders of each node, in the order of the snapshot's edges.
    let referrers: LargeTable<HeapLink>
    /// The nodes with as many strong references as fields that are certainly references lead to them.
    ///
    /// A word on a stack, or in the frames of a task, owns none of them.
    let explained: Set<UInt32>
    /// The words of tasks that own nothing, with the nodes that contain them.
    let borrowed: [(edge: Int, holder: Int)]

    /// Creates the links of a snapshot.
    ///
    /// - Parameter frameBlocks: The blocks that contain the frames of each task, by its node.
    init(_ snapshot: HeapSnapshot, _ continuations: DispatchContinuations, _ frameBlocks: [Int: Set<Int>]) {
        let count = snapshot.nodes.count
        precondition(count <= HeapLink.maximumNodes, "the number of nodes exceeds the limit of a file")
        let first = LargeTable<UInt32>(repeating: UInt32(snapshot.edges.count), count: count + 1)
        let targets = LargeTable(repeating: HeapLink(0, .none), count: snapshot.edges.count)
        // Counts are stored one place too far right, so that each entry is the place of the next referrer to insert.
        let firstReferrer = LargeTable<UInt32>(repeating: 0, count: count + 2)
        // For each node, the strong references that no field explains; `none` if their number is unknown.
        let unexplained = LargeTable<UInt32>(repeating: HeapSnapshot.none, count: count)
        for (node, owners) in snapshot.counts { unexplained[node] = owners }
        Self.fill(
            first, targets, counts: firstReferrer, unexplained, from: snapshot,
            StrengthRules(snapshot, continuations, frameBlocks))
        explained = Set(snapshot.counts.keys.lazy.filter { unexplained[$0] == 0 })
        borrowed = Self.dropBorrowed(of: explained, targets, first, counts: firstReferrer, frameBlocks)
        for node in 0..<count { firstReferrer[node + 2] += firstReferrer[node + 1] }
        let referrers = LargeTable(repeating: HeapLink(0, .none), count: Int(firstReferrer[count + 1]))
        for node in 0..<count {
            for edge in Int(first[node])..<Int(first[node + 1]) where targets[edge].isStrong {
                let target = Int(targets[edge].node) + 1
                referrers[firstReferrer[target]] = HeapLink(UInt32(node), targets[edge].strength)
                firstReferrer[target] += 1
            }
        }
        self.first = first
        self.targets = targets
        self.firstReferrer = firstReferrer
        self.referrers = referrers
    }

    /// Reads the targets of the edges, and adds the number of holders of each node to the entry two places after it.
    private static func fill(
        _ first: borrowing LargeTable<UInt32>, _ targets: borrowing LargeTable<HeapLink>,
        counts: borrowing LargeTable<UInt32>, _ unexplained: borrowing LargeTable<UInt32>,
        from snapshot: HeapSnapshot, _ rules: StrengthRules
    ) {
        // Both are sorted by node, as the nodes are.
        var tables = snapshot.hashTables[...]
        var boxes = snapshot.boxes[...]
        let (nodes, edges) = (snapshot.nodes.span, snapshot.edges.span)
        for number in nodes.indices {
            var node = nodes[number]
            first[number] = node.firstEdge
            if let box = boxes.first, Int(box.node) == number {
                node.type = box.type
                boxes.removeFirst()
            }
            let table = tables.first.flatMap { Int($0.node) == number ? $0 : nil }
            if table != nil { tables.removeFirst() }
            let holder = rules.holder(node, number, table)
            for index in node.edges {
                let edge = edges[index]
                let strength = rules.strength(ofReferenceAt: edge.offset, in: holder, to: edge.target) {
                    nodes[Int(edge.target)]
                }
                targets[index] = HeapLink(edge.target, strength)
                // Without a branch, because its outcome varies.
                counts[edge.target + 2] += strength == .none ? 0 : 1
                guard strength == .field, unexplained[edge.target] != HeapSnapshot.none,
                    rules.isDeclared(edge.offset, in: holder, to: nodes[Int(edge.target)].type)
                else { continue }
                // More fields than strong references: one of the fields owns nothing, such as the payload of an enum's
                // earlier case.
                unexplained[edge.target] =
                    unexplained[edge.target] == 0 ? HeapSnapshot.none : unexplained[edge.target] - 1
            }
        }
    }

    /// Takes the words of tasks that own nothing out of the references, because fields explain the target's.
    ///
    /// Such a word is borrowed, or left over in a frame that has not written its variable yet.
    ///
    /// - Returns: Those words.
    private static func dropBorrowed(
        of explained: Set<UInt32>, _ targets: borrowing LargeTable<HeapLink>, _ first: borrowing LargeTable<UInt32>,
        counts: borrowing LargeTable<UInt32>, _ frameBlocks: [Int: Set<Int>]
    ) -> [(edge: Int, holder: Int)] {
        guard !explained.isEmpty else { return [] }
        var borrowed: [(edge: Int, holder: Int)] = []
        for (task, blocks) in frameBlocks.sorted(by: { $0.key < $1.key }) {
            for holder in blocks.union([task]) {
                for edge in Int(first[holder])..<Int(first[holder + 1]) where targets[edge].isStrong {
                    let node = targets[edge].node
                    guard explained.contains(node) else { continue }
                    targets[edge] = HeapLink(node, .none)
                    counts[Int(node) + 2] -= 1
                    borrowed.append((edge, holder))
                }
            }
        }
        return borrowed
    }

    func edges(of node: UInt32) -> Range<Int> { Int(first[node])..<Int(first[node + 1]) }

    /// Returns the places in `referrers` of the holders of a node.
    func indices(ofReferrersOf node: UInt32) -> Range<Int> {
        Int(firstReferrer[node])..<Int(firstReferrer[node + 1])
    }
}

/// The node at the other end of a reference and the strength of the reference, packed into 4 bytes.
///
/// 29 bits are enough for the nodes of any snapshot file.
struct HeapLink: Hashable, Sendable, BitwiseCopyable {
    private static let nodeBits: UInt32 = 29
    /// The maximum number of nodes in a graph.
    static let maximumNodes = 1 << Int(nodeBits)

    private let bits: UInt32

    init(_ node: UInt32, _ strength: ReferenceStrength) { bits = node | UInt32(strength.rawValue) << Self.nodeBits }
    var node: UInt32 { bits & (1 << Self.nodeBits - 1) }
    var strength: ReferenceStrength { ReferenceStrength(rawValue: UInt8(kind)) ?? .none }
    /// The raw value of `strength`, as an index.
    var kind: Int { Int(bits >> Self.nodeBits) }
    /// `true` if the reference keeps its target alive.
    var isStrong: Bool { bits < UInt32(ReferenceStrength.none.rawValue) << Self.nodeBits }
    func isAtLeast(_ strength: ReferenceStrength) -> Bool { kind <= strength.rawValue }
}

/// The certainty with which a reference keeps its target alive, the most certain first.
enum ReferenceStrength: UInt8, Hashable, Sendable, Comparable {
    /// A strong stored property, capture or collection element.
    case field
    /// A word of a task, including the async frames in its allocation.
    case frame
    /// A word of a Swift object that no known field covers.
    case word
    /// A word of a block that is not a Swift object.
    case raw
    /// A reference that keeps nothing alive: it is weak, unowned, unmanaged or stale, or its object is deinitialised.
    case none

    static func < (first: ReferenceStrength, second: ReferenceStrength) -> Bool { first.rawValue < second.rawValue }
}
