internal import OutliveModel

/// The folding of holders without information of their own into the previous one.
///
/// These are the storage of collections, boxes, closure adapters and the frames of tasks.
enum Folding {
    /// Returns the remaining holders in their order; the last one always remains.
    static func folded(_ holders: [Holder]) -> [Holder] {
        var result: [Holder] = []
        for (index, holder) in holders.enumerated() {
            guard index > 0, index < holders.count - 1, let last = result.last else {
                result.append(holder)
                continue
            }
            if adapts(holder, holders[index + 1]) { continue }
            if isInside(holder, last) {
                result[result.count - 1].absorb(holder)
            } else if repeats(holder, last) {
                // The last one is the code that the program wrote.
                if last.kind == .closure { result[result.count - 1] = holder.replacing(last) }
            } else {
                result.append(holder)
            }
        }
        return result
    }

    /// Returns `true` if a closure only calls the next one.
    private static func adapts(_ holder: Holder, _ next: Holder) -> Bool {
        guard holder.kind == .closure, next.kind == .closure else { return false }
        return holder.isThunk || (holder.typeName == "(function)" && holder.author == .program)
    }

    /// Returns `true` if a holder is part of the previous one.
    private static func isInside(_ holder: Holder, _ last: Holder) -> Bool {
        if holder.kind == .box { return true }
        if last.kind == .task, holder.kind == .block { return true }
        return CollectionStorage.isStorage(holder) && ObjectInspector.of(holder) == nil
    }

    /// Returns `true` if a closure is the same as the previous closure or task.
    private static func repeats(_ holder: Holder, _ last: Holder) -> Bool {
        guard holder.kind == .closure, let code = holder.code, let before = last.code else { return false }
        return (last.kind == .task || last.kind == .closure) && code.function == before.function
    }
}

extension Holder {
    fileprivate mutating func absorb(_ inner: Holder) {
        isDying = isDying || (inner.isDying && inner.kind == .box)
        if kind == .object || kind == .global { reference.pieces += inner.reference.pieces }
        reference.isRun = reference.isRun || inner.reference.isRun
        if inner.reference.innermost != nil {
            reference.elementType = inner.reference.elementType ?? CollectionStorage.elementType(inner.typeName)
            reference.elementProperty = inner.reference.innermost
        }
        if inner.kind == .box || TypeNames.isFunction(inner.reference.fieldType) {
            reference.fieldType = inner.reference.fieldType
        }
    }

    /// Returns this holder in place of an outer one.
    fileprivate func replacing(_ outer: Holder) -> Holder {
        var holder = self
        holder.isDying = isDying || outer.isDying
        if holder.code?.location == nil { holder.code?.location = outer.code?.location }
        return holder
    }
}

extension TraceReading {
    /// The holders of the cycle, and of the path after it without the repetitions of lists and trees.
    ///
    /// Between two objects of one type of the program, everything from the first up to the second is left out. The
    /// cycle is kept whole, because the part left out would depend on the node where it is entered.
    var essential: (loop: [Holder], way: [Holder]) {
        (Array(holders[..<loop]), Self.withoutRepeats(holders[loop...]))
    }

    private static func withoutRepeats(_ holders: ArraySlice<Holder>) -> [Holder] {
        var result: [Holder] = []
        for holder in holders {
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
