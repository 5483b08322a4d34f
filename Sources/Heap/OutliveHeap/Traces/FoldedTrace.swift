internal import OutliveModel

/// A path prepared for the reader: holders without information of their own are folded into others, and library objects
/// are described by their inspectors.
struct FoldedTrace {
    let shape: LeakTrace.Shape
    let holders: [Holder]
    /// The number of leading references that form the cycle.
    let loop: Int

    init(_ path: HeapPath, _ reader: HolderReader) {
        let raw = reader.holders(of: path)
        func folded(_ holders: ArraySlice<Holder>, isCycle: Bool) -> [Holder] {
            foldedHolders(holders).flatMap { $0.withValueSeparate(reader.symbols) }
                .withLibrariesFolded(isCycle: isCycle)
        }
        switch path.origin {
        case .root, .task: (shape, loop, holders) = (.path, 0, folded(raw[...], isCycle: false))
        case .unheld: (shape, loop, holders) = (.unheld, 0, folded(raw[...], isCycle: true))
        case .cycle:
            shape = .cycle
            // The cycle and the path after it are reduced separately, so that the first holder ends one and begins the
            // other.
            let first = path.nodes[0]
            let end = path.loop == 0 ? raw.count - 1 : raw.lastIndex { $0.node == first } ?? raw.count - 1
            let cycle = folded(raw[...end], isCycle: true)
            loop = cycle.count - 1
            holders = cycle.dropLast() + folded(raw[end...], isCycle: true)
        }
    }

    /// `true` if the path may begin at a stale word, rather than at a variable of the program.
    var isDoubtful: Bool {
        shape == .path && !(holders[0].kind == .global && holders[0].author == .program)
    }

    /// `true` if only memory that the program did not allocate precedes the survivor.
    var isInForeignBlock: Bool {
        holders.count > 1 && holders.dropLast().allSatisfy { $0.kind == .block && $0.author != .program }
    }

    /// The holders of the path after the cycle, without the repetitions of lists and trees.
    ///
    /// Between two objects of one type of the program, everything from the first up to the second is left out. The
    /// cycle is kept whole, because the part left out would depend on the node where it is entered.
    var pathWithoutRepeats: [Holder] {
        var result: [Holder] = []
        for holder in holders[loop...] {
            if holder.kind == .object, holder.author == .program,
                let first = result.firstIndex(where: { $0.kind == .object && $0.typeName == holder.typeName })
            {
                result.removeSubrange(first...)
            }
            result.append(holder)
        }
        return result
    }
}

/// Returns the holders with those without information of their own folded into the previous one; the last one remains.
///
/// These are the storage of collections, boxes, closure adapters and the frames of tasks.
private func foldedHolders(_ holders: ArraySlice<Holder>) -> [Holder] {
    var result: [Holder] = []
    for (index, holder) in zip(holders.indices, holders) {
        guard index < holders.endIndex - 1, let last = result.last else {
            result.append(holder)
            continue
        }
        if holder.adapts(holders[index + 1]) { continue }
        if holder.isInside(last) {
            result[result.count - 1].absorb(holder)
        } else if holder.repeats(last) {
            // The later of two closures is the code in the source of the program.
            if last.kind == .closure { result[result.count - 1] = holder.replacing(last) }
        } else {
            result.append(holder)
        }
    }
    return result
}

extension Holder {
    /// Returns `true` if this closure only calls the next one.
    fileprivate func adapts(_ next: Holder) -> Bool {
        guard kind == .closure, next.kind == .closure else { return false }
        return isThunk || (typeName == "(function)" && author == .program)
    }

    /// Returns `true` if the holder is part of the previous one.
    fileprivate func isInside(_ last: Holder) -> Bool {
        if kind == .box || last.kind == .task && kind == .block { return true }
        return isStorage && ObjectInspector.of(self) == nil
    }

    /// Returns `true` if this closure is the same as the previous closure or task.
    fileprivate func repeats(_ last: Holder) -> Bool {
        guard kind == .closure, let code, let before = last.code else { return false }
        return (last.kind == .task || last.kind == .closure) && code.function == before.function
    }

    /// Adds a holder that is part of this one.
    fileprivate mutating func absorb(_ inner: Holder) {
        // A box that a closure or task captures is new with it; in an object or variable, new values are stored.
        isLeaking = isLeaking || (inner.isLeaking && inner.kind == .box && kind != .object && kind != .global)
        if let store = TypeNames.property(storedAs: inner.typeName), reference.pieces.count == 1 {
            reference.pieces = [.property(store)]
        }
        if kind == .object || kind == .global { reference.pieces += inner.reference.pieces }
        reference.isRun = reference.isRun || inner.reference.isRun
        if inner.reference.innermost != nil {
            reference.elementType = inner.reference.elementType ?? TypeNames.element(ofStorage: inner.typeName)
            reference.elementProperty = inner.reference.innermost
        }
        if inner.kind == .box || TypeNames.isFunction(inner.reference.fieldType) {
            reference.fieldType = inner.reference.fieldType
        }
    }

    /// Returns this holder in place of an outer one.
    fileprivate func replacing(_ outer: Holder) -> Holder {
        var holder = self
        holder.isLeaking = isLeaking || outer.isLeaking
        if holder.code?.location == nil { holder.code?.location = outer.code?.location }
        return holder
    }

    /// Returns the holder, followed by a separate holder for a value of the program's types that it contains.
    ///
    /// A library object can contain such a value, for example a router its middleware. Separated, the value's property
    /// can be named.
    fileprivate func withValueSeparate(_ symbols: SymbolCache) -> [Holder] {
        guard author != .program || kind == .closure, let owner = reference.elementType,
            HeapType(name: owner, kind: .object).module.map(symbols.isProgram) ?? false,
            let property = reference.elementProperty ?? reference.innermost
        else { return [self] }
        // A closure holds such a value through a capture, which has no name.
        var value = Holder(kind: .object, name: TypeNames.brief(owner), author: .program, typeName: owner)
        (value.isLeaking, value.cut, value.reference) = (isLeaking, cut, reference)
        let last = reference.pieces.lastIndex { if case .property = $0 { true } else { false } }
        value.reference.pieces = [.property(property)] + (last.map { reference.pieces[($0 + 1)...] } ?? [])
        var library = self
        library.reference = Reference()
        return [library, value]
    }
}
