/// The groups of the references to all types of a heap. Only the largest are kept.
///
/// A heap of many types has about as many groups as references, so that lists of sources for all of them would take most
/// of the time.
struct GroupTable {
    private struct Group {
        var set: Int32
        var references: Int32
        var edge: Int
        var source: UInt32
    }

    private var groups: [Group] = []
    private var numbers: [ReferenceKey: Int32] = [:]
    /// For each label, the last set and the number of their group: most references at a place are to objects of one type.
    private var recent: [(set: Int32, number: Int32)] = []
    /// The group of each edge, or -1.
    private var ofEdge: [Int32]
    private let sets: Int
    /// The places of the kept groups in the result, by number.
    private var positions: [Int32: (set: Int, index: Int)] = [:]

    init(edges: Int, sets: Int) {
        ofEdge = [Int32](large: edges, repeating: -1)
        self.sets = sets
    }

    /// Counts a reference.
    mutating func add(_ edge: Int, _ key: ReferenceKey, from source: Int) {
        let number = number(of: key, edge, source)
        groups[Int(number)].references += 1
        ofEdge[edge] = number
    }

    private mutating func number(of key: ReferenceKey, _ edge: Int, _ source: Int) -> Int32 {
        let label = Int(key.label)
        while recent.count <= label { recent.append((-1, -1)) }
        if recent[label].set == key.set { return recent[label].number }
        let next = Int32(groups.count)
        let number = numbers[key] ?? next
        if number == next {
            numbers[key] = next
            groups.append(Group(set: key.set, references: 0, edge: edge, source: UInt32(source)))
        }
        recent[label] = (key.set, number)
        return number
    }

    /// Returns the largest groups of each set, and the number of references in the others.
    mutating func largest(_ maximum: Int) -> [(groups: [FoundGroup], others: Int)] {
        var members = [[Int32]](repeating: [], count: sets)
        for (number, group) in groups.enumerated() { members[Int(group.set)].append(Int32(number)) }
        return members.enumerated().map { set, numbers in
            // Groups are numbered by their first edges.
            let sorted = numbers.sorted {
                (groups[Int($1)].references, $0) < (groups[Int($0)].references, $1)
            }
            var found: (groups: [FoundGroup], others: Int) = ([], 0)
            for (index, number) in sorted.enumerated() {
                let group = groups[Int(number)]
                guard index < maximum else {
                    found.others += Int(group.references)
                    continue
                }
                positions[number] = (set, index)
                found.groups.append(
                    FoundGroup(
                        example: .edge(group.edge, from: Int(group.source)), references: Int(group.references)))
            }
            return found
        }
    }

    /// Adds the sources of the kept groups.
    func addSources(
        to found: inout [(groups: [FoundGroup], others: Int)], _ nodes: Int, edges: (Int) -> Range<Int>
    ) {
        var isKept = [Bool](repeating: false, count: groups.count)
        for number in positions.keys { isKept[Int(number)] = true }
        for node in 0..<nodes {
            for edge in edges(node) where ofEdge[edge] >= 0 && isKept[Int(ofEdge[edge])] {
                guard let (set, index) = positions[ofEdge[edge]] else { continue }
                guard found[set].groups[index].sources.last != UInt32(node) else { continue }
                found[set].groups[index].sources.append(UInt32(node))
            }
        }
    }
}
