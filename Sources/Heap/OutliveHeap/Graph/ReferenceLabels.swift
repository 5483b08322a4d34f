internal import OutliveModel
internal import OutliveSupport

/// The numbers of the labels of references. A field's is found by its place in the type.
struct ReferenceLabels {
    private var numbers = NumberTable<ReferenceLabel>()
    private let typeRanks: [UInt32]
    /// For each type, the index in `ofField` of its first word, or `nil` if places depend on the node: in a collection,
    /// and in a block that is not an object.
    private let first: [Int?]
    /// The labels of the fields of all types, or -1 for a field that was not read yet.
    private var ofField: [Int32]

    /// The number of words of a type whose labels are kept.
    private static let maximum = 4096

    init(_ snapshot: HeapSnapshot, _ typeRanks: [UInt32]) {
        self.typeRanks = typeRanks
        var words = 0
        first = snapshot.types.map { type in
            guard type.elementStride == 0, type.type?.kind == .object else { return nil }
            defer { words += Self.count(of: type) }
            return words
        }
        ofField = Array(repeating: -1, count: words)
    }

    private static func count(of type: HeapSnapshot.BlockType) -> Int { min(Int(type.instanceSize) / 8, maximum) }

    /// Returns the number of the label of an edge.
    mutating func number(of edge: Int, from source: Int, _ snapshot: HeapSnapshot) -> Int32 {
        let type = Int(snapshot.nodes[source].type)
        let word = Int(snapshot.edges[edge].offset) / 8
        guard let first = first[type], word < Self.count(of: snapshot.types[type]) else {
            return newNumber(of: edge, from: source, snapshot)
        }
        if ofField[first + word] >= 0 { return ofField[first + word] }
        let number = newNumber(of: edge, from: source, snapshot)
        if snapshot.hashTable(ofNode: source) == nil { ofField[first + word] = number }
        return number
    }

    private mutating func newNumber(of edge: Int, from source: Int, _ snapshot: HeapSnapshot) -> Int32 {
        Int32(numbers.number(of: ReferenceLabel(edge, from: source, snapshot, typeRanks)))
    }
}
