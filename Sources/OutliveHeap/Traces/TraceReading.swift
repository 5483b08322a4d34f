internal import OutliveModel

/// A path as a reader wants it: folded, and with what libraries do told by what it means.
struct TraceReading {
    let shape: LeakTrace.Shape
    let holders: [Holder]
    /// How many references at the beginning are the cycle.
    let loop: Int

    init(_ path: HeapPath, _ reader: HolderReader) {
        let raw = reader.holders(of: path)
        func folded(_ holders: [Holder]) -> [Holder] { ProgramValues.split(Folding.folded(holders), reader.book) }
        switch path.origin {
        case .root, .task:
            shape = .path
            loop = 0
            holders = LibraryRuns.collapsed(folded(raw), isCycle: false)
        case .unheld:
            shape = .unheld
            loop = 0
            holders = LibraryRuns.collapsed(folded(raw), isCycle: true)
        case .cycle:
            shape = .cycle
            // The cycle and what it leads to are told apart, so that the first holder ends the one and begins the other.
            let first = path.nodes[0]
            let end = path.loop == 0 ? raw.count - 1 : raw.lastIndex { $0.node == first } ?? raw.count - 1
            let cycle = LibraryRuns.collapsed(folded(Array(raw[...end])), isCycle: true)
            loop = cycle.count - 1
            let tail = LibraryRuns.collapsed(folded(Array(raw[end...])), isCycle: true)
            holders = cycle.dropLast() + tail
        }
    }
}

extension TraceReading {
    /// Whether it begins at what may be a word that nobody uses any more, and not at a variable of the program's.
    var isDoubtful: Bool {
        shape == .path && !(holders[0].kind == .global && holders[0].author == .program)
    }

    /// Whether nothing is before the survivor but memory that the program did not ask for.
    var isInForeignBlock: Bool {
        holders.count > 1 && holders.dropLast().allSatisfy { $0.kind == .block && $0.author != .program }
    }
}

extension Holder {
    /// The holder as it is told.
    var step: TraceStep {
        let isNamed = kind == .closure || kind == .task
        return TraceStep(
            kind: kind, name: name.isEmpty ? typeName : name, edge: edge,
            location: isNamed ? location : nil)
    }
    private var edge: String? {
        // What only libraries wait by does not tell for what.
        guard let awaiting = awaiting.first, awaiting.function != code?.function, !awaiting.function.hasPrefix("withUnsafe") else {
            return reference.text
        }
        return ", awaiting \(awaiting.publicFunction)"
    }
}
