internal import OutliveModel

/// Finds the reference to cut, as LeakCanary narrows its suspects: what is before the last holder that is meant to live
/// is innocent, what is behind the first that is not is its victim.
struct CulpritSearch {
    let holders: [Holder]
    let shape: LeakTrace.Shape
    /// How many references at the beginning are the cycle.
    let loop: Int

    /// The culprit; nil where there is nothing to name.
    func culprit() -> Culprit? {
        switch shape {
        case .unheld: return Culprit(name: "over-retain", step: 0, pattern: .overRetain)
        case .cycle: return ofCycle()
        case .path: return ofPath()
        }
    }

    // MARK: - Paths

    private func ofPath() -> Culprit? {
        let target = holders.count - 1
        let dying = holders.firstIndex { $0.isDying } ?? target
        guard dying > 0 else { return nil }
        let lifted = dying - 1
        if holders[lifted].kind == .block, holders[lifted].author == .program { return ofMemory(lifted) }
        // A closure or a box may not be known to be new: what stores it is to blame.
        var suspect = lifted
        while suspect > 0, holders[suspect].kind == .closure, stores(holders[suspect - 1]) { suspect -= 1 }
        if let culprit = culprit(at: suspect) { return culprit }
        // Inside of a library: what of the program's comes next, else what came before.
        for index in Array(dying..<target) + Array((0..<suspect).reversed()) {
            if let culprit = culprit(at: index) { return culprit }
        }
        return byHand(lifted)
    }

    /// Whether a holder of the program's has a property or variable that the next one is in.
    private func stores(_ holder: Holder) -> Bool {
        guard holder.author == .program else { return false }
        return holder.kind == .global || (holder.kind == .object && holder.reference.property != nil)
    }

    /// Names the reference of a holder, where it is one of the program's.
    private func culprit(at index: Int) -> Culprit? {
        let holder = holders[index]
        let location = holders[index + 1].kind == .closure ? holders[index + 1].location : nil
        switch holder.kind {
        case .task where holder.code != nil, .closure where holder.author == .program:
            let name = holder.kind == .task ? "Task in" : "closure in"
            return Culprit(
                name: holder.code.map { "\(name) \($0.function)" } ?? holder.name, location: holder.location,
                step: index, pattern: pattern(at: index))
        case .global where holder.author == .program:
            return Culprit(name: holder.name, location: location, step: index, pattern: pattern(at: index))
        case .object where holder.author == .program:
            guard let property = holder.reference.property else { return nil }
            return Culprit(
                name: "\(TypeNames.base(holder.typeName)).\(property)", location: location, step: index,
                pattern: pattern(at: index))
        default: return nil
        }
    }

    /// Held by memory that the program manages by hand: the property that the memory is kept in is to blame where one is.
    private func ofMemory(_ block: Int) -> Culprit {
        let owner = holders[..<block].lastIndex { $0.kind != .block }
        if let owner, stores(holders[owner]), holders[owner].isSwift, var culprit = culprit(at: owner) {
            culprit.pattern = .heldByHand
            return culprit
        }
        return Culprit(name: "over-retain", step: block, pattern: .heldByHand)
    }

    /// Held by memory that is no Swift object's.
    private func byHand(_ index: Int) -> Culprit? {
        switch holders[index].kind {
        case .block, .memory, .threadLocal:
            Culprit(name: "over-retain", step: index, pattern: .heldByHand)
        case .stack: Culprit(name: holders[index].name, step: index, pattern: .threadNotStopped)
        default: Culprit(name: holders[index].name, step: index, pattern: pattern(at: index))
        }
    }

    private func pattern(at index: Int) -> LeakPattern {
        if let pattern = holders[0...index].last(where: { $0.meaning?.pattern != nil })?.meaning?.pattern {
            return pattern
        }
        if holders[0...index].contains(where: { $0.kind == .task }) { return .taskNotCancelled }
        if case .stack = holders[0].kind { return .threadNotStopped }
        switch holders[index].kind {
        case .block, .memory: return .heldByHand
        default: return .storeWithoutEviction
        }
    }

    // MARK: - Cycles

    /// A reference of a cycle that could be cut.
    private struct Suspect {
        var culprit: Culprit
        var rank: Int
    }

    private func ofCycle() -> Culprit? {
        let suspects = (0..<loop).flatMap(suspects)
        let best = suspects.min { ($1.rank, $0.culprit.name) < ($0.rank, $1.culprit.name) }
        return best?.culprit
    }

    private func suspects(at index: Int) -> [Suspect] {
        let holder = holders[index]
        let next = holders[index + 1]
        if holder.kind == .block, holder.author == .program {
            return [Suspect(culprit: Culprit(name: "over-retain", step: index, pattern: .heldByHand), rank: 85)]
        }
        guard var culprit = culprit(at: index) else { return [] }
        if holder.kind == .closure {
            // The property that it is stored in is named in its stead.
            culprit.pattern = closurePattern
            return [Suspect(culprit: culprit, rank: 70)]
        }
        if holder.kind == .task {
            culprit.pattern = .taskNotCancelled
            return [Suspect(culprit: culprit, rank: 90)]
        }
        if next.kind == .closure {
            culprit.pattern = .closureCapturesSelf
            return [Suspect(culprit: culprit, rank: 80)]
        }
        let names = [holder.reference.property, holder.reference.innermost].compactMap { $0 }
        let rank = names.map(BackReferences.rank).max() ?? 0
        culprit.pattern = rank > 0 ? .strongBackReference : .referenceCycle
        let type = holder.reference.fieldType
        let isOptional = type.hasPrefix("Swift.Optional<")
        return [Suspect(culprit: culprit, rank: rank * 10 + (isOptional ? 2 : 0) + (next.author == .program ? 1 : 0))]
    }

    /// What a closure that no property of the program's stores is kept by.
    private var closurePattern: LeakPattern {
        holders[0..<loop].lazy.compactMap { $0.meaning?.pattern }.first ?? .closureCapturesSelf
    }
}
