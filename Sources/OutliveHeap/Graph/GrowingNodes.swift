/// The nodes that leak: those of each finding of growth, by finding.
struct GrowingNodes: Sendable {
    /// The nodes of each finding, by their indices in the snapshot; a node may be in several.
    let classes: [[Int]]
    /// For each node of the snapshot whether it grows; empty where none does.
    private let members: [Bool]

    /// No growth.
    static let none = GrowingNodes([], nodes: 0)

    /// Collects the nodes.
    ///
    /// - Parameters:
    ///   - classes: the nodes of each finding.
    ///   - nodes: the number of nodes in the snapshot.
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

    /// Whether there is none.
    var isEmpty: Bool { members.isEmpty }

    /// Returns `true` if a node grows.
    func contains(_ node: Int) -> Bool { !members.isEmpty && members[node] }

    /// All of them, each once, by rising index.
    var all: [Int] { members.indices.filter { members[$0] } }
}
