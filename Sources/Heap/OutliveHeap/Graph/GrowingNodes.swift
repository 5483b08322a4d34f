/// The nodes of each growth finding.
struct GrowingNodes: Sendable {
    /// The nodes of each finding, as indices in the snapshot; a node can be in several.
    let classes: [[Int]]
    /// `true` for each node of the snapshot that grows; empty if none does.
    private let members: [Bool]

    static let none = GrowingNodes([], nodes: 0)

    /// Creates the set of growing nodes.
    ///
    /// - Parameters:
    ///   - classes: The nodes of each finding.
    ///   - nodes: The number of nodes in the snapshot.
    init(_ classes: [[Int]], nodes: Int) {
        self.classes = classes
        guard classes.contains(where: { !$0.isEmpty }) else {
            members = []
            return
        }
        var members = [Bool](repeating: false, count: nodes)
        for node in classes.joined() { members[node] = true }
        self.members = members
    }

    var isEmpty: Bool { members.isEmpty }

    /// Returns `true` if a node grows.
    func contains(_ node: Int) -> Bool { !members.isEmpty && members[node] }

    /// All growing nodes, each once, in ascending order.
    var all: [Int] { members.indices.filter { members[$0] } }
}
