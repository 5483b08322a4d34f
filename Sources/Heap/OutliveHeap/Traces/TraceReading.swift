internal import OutliveModel

/// A path prepared for the reader: folded, with library objects described by their inspectors.
struct TraceReading {
    let shape: LeakTrace.Shape
    let holders: [Holder]
    /// The number of leading references that form the cycle.
    let loop: Int

    init(_ path: HeapPath, _ reader: HolderReader) {
        let raw = reader.holders(of: path)
        func folded(_ holders: [Holder]) -> [Holder] { ProgramValues.split(Folding.folded(holders), reader.book) }
        switch path.origin {
        case .root, .task:
            shape = .path
            loop = 0
            holders = LibraryFolding.collapsed(folded(raw), isCycle: false)
        case .unheld:
            shape = .unheld
            loop = 0
            holders = LibraryFolding.collapsed(folded(raw), isCycle: true)
        case .cycle:
            shape = .cycle
            // The cycle and the path after it are reduced separately, so that the first holder ends one and begins the
            // other.
            let first = path.nodes[0]
            let end = path.loop == 0 ? raw.count - 1 : raw.lastIndex { $0.node == first } ?? raw.count - 1
            let cycle = LibraryFolding.collapsed(folded(Array(raw[...end])), isCycle: true)
            loop = cycle.count - 1
            let tail = LibraryFolding.collapsed(folded(Array(raw[end...])), isCycle: true)
            holders = cycle.dropLast() + tail
        }
    }
}

extension TraceReading {
    /// `true` if the path may begin at a stale word, rather than at a variable of the program.
    var isDoubtful: Bool {
        shape == .path && !(holders[0].kind == .global && holders[0].author == .program)
    }

    /// `true` if only memory that the program did not allocate precedes the survivor.
    var isInForeignBlock: Bool {
        holders.count > 1 && holders.dropLast().allSatisfy { $0.kind == .block && $0.author != .program }
    }
}

extension Holder {
    /// The holder as a step of a trace.
    var step: TraceStep {
        let isNamed = kind == .closure || kind == .task
        return TraceStep(
            kind: kind, name: name.isEmpty ? typeName : name, edge: edge,
            location: isNamed ? location : nil)
    }
    private var edge: String? {
        // Internal waits of libraries do not reveal the event that the task waits for.
        guard let awaiting = awaiting.first, awaiting.function != code?.function,
            !awaiting.function.hasPrefix("withUnsafe")
        else {
            return reference.text
        }
        return ", awaiting \(awaiting.publicFunction)"
    }
}
