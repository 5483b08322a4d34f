internal import OutliveModel

/// Folds what says nothing by itself into the holder before it: the storage of collections, boxes, adapters of closures,
/// the frames of tasks.
enum Folding {
    /// The holders that are left, in their order; the last one always is.
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
                // The last of them is the one that the program wrote.
                if last.kind == .closure { result[result.count - 1] = holder.replacing(last) }
            } else {
                result.append(holder)
            }
        }
        return result
    }

    /// Whether a closure is only there to call the next one.
    private static func adapts(_ holder: Holder, _ next: Holder) -> Bool {
        guard holder.kind == .closure, next.kind == .closure else { return false }
        return holder.isThunk || (holder.typeName == "(function)" && holder.author == .program)
    }

    /// Whether a holder is a part of the one before it.
    private static func isInside(_ holder: Holder, _ last: Holder) -> Bool {
        if holder.kind == .box { return true }
        if last.kind == .task, holder.kind == .block { return true }
        return CollectionStorage.isStorage(holder) && ObjectInspector.of(holder) == nil
    }

    /// Whether a closure is the same as the closure or the task before it.
    private static func repeats(_ holder: Holder, _ last: Holder) -> Bool {
        guard holder.kind == .closure, let code = holder.code, let before = last.code else { return false }
        return (last.kind == .task || last.kind == .closure) && code.function == before.function
    }
}

extension Holder {
    /// Takes up a holder that is a part of this one.
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

    /// This one in place of an outer one.
    fileprivate func replacing(_ outer: Holder) -> Holder {
        var holder = self
        holder.isDying = isDying || outer.isDying
        if holder.code?.location == nil { holder.code?.location = outer.code?.location }
        return holder
    }
}

extension TraceReading {
    /// The holders of the cycle, and of the way behind it without what repeats: of two objects of one of the program's types
    /// that come one after the other, whatever is from the first up to the second.
    ///
    /// A list or a tree is the same for all that is in it. What repeats in a cycle was told once before; what else is left
    /// out of one would depend on where it is entered.
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
