internal import OutliveModel

/// A search for the reference to cut, which narrows the suspects as LeakCanary does.
///
/// References before the last holder that is expected to live are innocent; those after the first leaking holder are
/// victims. Of several suspects, one that frees the survivor when it alone is cut is preferred.
struct SuspectSearch {
    /// A candidate for the reference to cut.
    struct Suspect {
        var culprit: Culprit
        /// The likelihood, judged by the kind and name of the reference.
        var rank: Int
        var cut: CutCheck.Cut
    }

    let reading: TraceReading
    let graph: HeapGraph
    let cuts: CutCheck
    let members: CycleMembers
    /// The code of the program that a survivor of a library leads to.
    let beyond: CodeName?
    /// Returns `true` if a module is the program's own.
    let isProgram: (String) -> Bool
    var holders: [Holder] { reading.holders }

    /// Returns the reference to cut, or `nil` if there is none to name.
    func culprit() -> Culprit? {
        let culprit =
            switch reading.shape {
            case .unheld: ofUnheld()
            case .cycle: ofCycle() ?? ofBeyond()
            case .path: ofPath()
            }
        return culprit.map(withRemedy)
    }

    /// Adds a remedy that depends on the reference and on the library objects around it.
    private func withRemedy(_ culprit: Culprit) -> Culprit {
        guard culprit.remedy == nil else { return culprit }
        var culprit = culprit
        if reading.shape == .cycle {
            // Releasing a library object of the cycle breaks it.
            let release = released(behind: culprit.step)
            if culprit.pattern == .referenceCycle {
                culprit.remedy = release.map { "\($0) when it is no longer needed." }
            }
            return culprit
        }
        guard reading.shape == .path else { return culprit }
        let holder = holders[culprit.step]
        let released = released(behind: culprit.step)
        if culprit.pattern == .storeWithoutEviction, holder.kind == .object || holder.kind == .global {
            let entries = "entries from \(culprit.name) when they are no longer needed, or bound it"
            culprit.remedy = released.map { "\($0), and remove \(entries)." } ?? "Remove \(entries)."
        } else if let released = released ?? kept(before: culprit.step) {
            culprit.remedy = "\(released) when it is no longer needed, and capture self weakly in its closure."
        }
        return culprit
    }

    /// Returns the way to release a library object up to two steps behind a reference.
    private func released(behind step: Int) -> String? {
        holders[(step + 1)...].prefix(2).lazy.compactMap { ($0.meaning ?? ObjectInspector.of($0))?.release }.first
    }

    /// Returns the way to release the last library object up to a step, which holds a closure of the program.
    private func kept(before step: Int) -> String? {
        holders[...step].last { $0.meaning?.release != nil }?.meaning?.release
    }

    /// Returns the likeliest suspect that frees the survivor, or the likeliest of all.
    ///
    /// - Parameter strictness: The choices for whether stray words count as references, in the order to try.
    private func best(_ suspects: [Suspect], strictness: [Bool]) -> Culprit? {
        let ranked = suspects.sorted { ($1.rank, $0.culprit.name) < ($0.rank, $1.culprit.name) }
        guard ranked.count > 1, let survivor = holders.last?.node else { return ranked.first?.culprit }
        for isStrict in strictness {
            if let suspect = ranked.first(where: { cuts.frees(survivor, $0.cut, isStrict: isStrict) }) {
                return suspect.culprit
            }
        }
        return ranked[0].culprit
    }

    /// Returns the reference of a holder if it belongs to the program, or the survivor itself if it is a closure or
    /// task of the program.
    func culprit(at index: Int) -> Culprit? {
        let holder = holders[index]
        let next = index + 1 < holders.count ? holders[index + 1] : nil
        let location = next?.kind == .closure ? next?.location : nil
        guard holder.author == .program else { return nil }
        if let culprit = childTask(at: index) ?? abandonedTask(at: index) { return culprit }
        switch holder.kind {
        case .task, .closure:
            // A sleep's task holds the work of the program's task that awaits it.
            let isWork = index > 0 && holders[index - 1].isSleep
            let name = holder.kind == .task || isWork ? "Task in" : "closure in"
            return Culprit(
                name: holder.code.map { "\(name) \($0.function)" } ?? holder.name, location: holder.location,
                step: index, pattern: isWork ? pattern(of: holders[index - 1]) : pattern(at: index))
        case .global:
            return Culprit(name: holder.name, location: location, step: index, pattern: pattern(at: index))
        case .object:
            // A double underscore marks private properties of Foundation classes that programs subclass.
            guard next != nil, let property = holder.reference.property, !property.hasPrefix("__") else { return nil }
            return Culprit(
                name: "\(TypeNames.base(declarer(holder, holder.reference))).\(property)", location: location,
                step: index,
                pattern: pattern(at: index))
        default: return nil
        }
    }

    /// Returns the suspect for child tasks of a group, named after the function that adds them.
    private func childTask(at index: Int) -> Culprit? {
        guard holders[index].kind == .task else { return nil }
        let next = index + 1 < holders.count ? holders[index + 1] : holders[index]
        let child = next.task?.isOfGroup == true ? next : holders[index]
        guard let task = child.task, task.isOfGroup, child.isDying, let code = child.code else { return nil }
        let isDone = task.state == .completed
        return Culprit(
            name: isDone ? "TaskGroup in \(code.function)" : "Task in \(code.function)", location: child.location,
            step: index, pattern: isDone ? .notCompleted : pattern(of: child),
            remedy: isDone
                ? "Consume the results of the task group as they come, with next(), or use a discarding task group."
                : nil
        )
    }

    /// Returns the program's function that awaits a dropped continuation in a task.
    private func abandonedTask(at index: Int) -> Culprit? {
        guard holders[index].isAbandoned,
            let function = holders[index].awaiting.first(where: { $0.module.map(isProgram) ?? false })
        else { return nil }
        return Culprit(
            name: function.function, location: function.location, step: index, pattern: .notCompleted,
            remedy: "Resume the continuation that \(function.function) waits for on every path: nothing refers to it "
                + "any more.")
    }

    /// Returns the type that declares the property of a reference.
    private func declarer(_ holder: Holder, _ reference: Reference) -> String {
        reference.declaringType.isEmpty ? holder.typeName : reference.declaringType
    }

    /// Returns the suspect for objects without a holder: a closure of the program if a library retains it, else an
    /// over-retain.
    private func ofUnheld() -> Culprit? {
        let code = holders.indices.first { holders[$0].kind == .closure || holders[$0].kind == .task }
        if holders[0].author != .program, let code, let culprit = culprit(at: code) { return culprit }
        return Culprit(name: "over-retain", step: 0, pattern: .overRetain)
    }

    // MARK: - Paths

    private func ofPath() -> Culprit? {
        let target = holders.count - 1
        let dying = holders.firstIndex { $0.isDying } ?? target
        guard dying > 0 else { return culprit(at: 0) ?? ofNext(0...target) ?? ofBeyond() }
        let lifted = dying - 1
        if holders[lifted].kind == .block, holders[lifted].author == .program { return ofMemory(lifted) }
        // A closure or box may not be known to be new: the property that stores it is the suspect.
        var suspect = lifted
        while suspect > 0, holders[suspect].kind == .closure, stores(holders[suspect - 1]) { suspect -= 1 }
        // The newest element of a list leads to the older ones: the property that contains the list is the suspect.
        while suspect > 0, isLink(suspect), stores(holders[suspect - 1]) { suspect -= 1 }
        let suspects = (suspect...lifted).compactMap { index in
            culprit(at: index).map { Suspect(culprit: $0, rank: -index, cut: holders[index].cut) }
        }
        // A stray word that leads to a collection must not shift the suspicion to its contents.
        if let culprit = best(suspects, strictness: [false]) { return culprit }
        // Within a library: the next closure or task of the program, else the nearest earlier holder.
        if let culprit = ofNext(dying...target) { return culprit }
        for index in (0..<suspect).reversed() {
            if let culprit = culprit(at: index) { return culprit }
        }
        return ofBeyond() ?? byHand(lifted)
    }

    /// Returns the first closure, task or living object of the program in a range. Properties of leaking objects lead
    /// to more of the leak.
    private func ofNext(_ range: ClosedRange<Int>) -> Culprit? {
        range.lazy.filter { holders[$0].kind != .object || !holders[$0].isDying }.compactMap(culprit).first
    }

    /// Returns `true` if a holder is a list element that refers to the next one through a property.
    private func isLink(_ index: Int) -> Bool {
        let holder = holders[index]
        guard holder.kind == .object, holder.typeName == holders[index + 1].typeName,
            holder.reference.pieces.count == 1, let property = holder.reference.property
        else { return false }
        return BackReferences.isLink(property)
    }

    /// Returns `true` if a holder of the program stores the next one in a property or variable.
    private func stores(_ holder: Holder) -> Bool {
        guard holder.author == .program else { return false }
        return holder.kind == .global || (holder.kind == .object && holder.reference.property != nil)
    }

    /// Returns the suspect for manually managed memory: the property that contains the memory, if there is one.
    private func ofMemory(_ block: Int) -> Culprit {
        let owner = holders[..<block].lastIndex { $0.kind != .block }
        if let owner, stores(holders[owner]), holders[owner].isSwift, var culprit = culprit(at: owner) {
            culprit.pattern = .heldByHand
            return culprit
        }
        return Culprit(name: "over-retain", step: block, pattern: .heldByHand)
    }

    /// Returns the closure of the program that a survivor of a library leads to.
    private func ofBeyond() -> Culprit? {
        guard let beyond, holders.last?.author != .program else { return nil }
        let index = holders.count - 1
        return Culprit(
            name: "closure in \(beyond.function)", location: beyond.location, step: index, pattern: pattern(at: index))
    }

    /// Returns the suspect for objects that nothing of the program holds.
    private func byHand(_ index: Int) -> Culprit? {
        let holder = holders[index]
        switch holder.kind {
        case .block, .memory: return Culprit(name: "over-retain", step: index, pattern: .heldByHand)
        case .stack, .threadLocal: return Culprit(name: holder.name, step: index, pattern: pattern(at: index))
        default:
            // A reference between objects of a library alone is no evidence of a mistake.
            guard holders.last?.author == .program else { return nil }
            return Culprit(name: holder.libraryProperty ?? holder.name, step: index, pattern: pattern(at: index))
        }
    }

    /// Returns the mistake by the reference to cut: a collection needs a bound, however long its owner lives.
    private func pattern(at index: Int) -> LeakPattern {
        let holder = holders[index]
        switch holder.kind {
        case .object, .global:
            if let pattern = patternOfLibrary(at: index), holder.author != .program { return pattern }
            return .storeWithoutEviction
        case .task: return pattern(of: holder)
        case .stack:
            if isWorkOfThread { return .threadNotStopped }
            return index == 0 ? .localVariable : .storeWithoutEviction
        default:
            if let pattern = patternOfLibrary(at: index) { return pattern }
            if let task = holders[0...index].last(where: { $0.kind == .task }) { return pattern(of: task) }
            return holders[0].kind == .stack && isWorkOfThread ? .threadNotStopped : .storeWithoutEviction
        }
    }

    /// Returns the common mistake with the last known library object up to a step.
    private func patternOfLibrary(at index: Int) -> LeakPattern? {
        holders[0...index].last { $0.meaning?.pattern != nil }?.meaning?.pattern
    }

    private func pattern(of task: Holder) -> LeakPattern {
        task.isAwaitingStream ? .streamNotFinished : .taskNotCancelled
    }

    /// `true` if the path contains the work of a thread: a `Thread`, or the closure that a thread calls first.
    private var isWorkOfThread: Bool {
        holders.contains { $0.meaning?.pattern == .threadNotStopped }
            || (!holders[0].isMainThread && holders.count > 1 && holders[1].kind == .closure)
    }

    // MARK: - Cycles

    private func ofCycle() -> Culprit? {
        best((0..<reading.loop).flatMap(suspects), strictness: [true, false])
    }

    private func suspects(at index: Int) -> [Suspect] {
        let holder = holders[index]
        if holder.kind == .block, holder.author == .program {
            let culprit = Culprit(name: "over-retain", step: index, pattern: .heldByHand)
            return [Suspect(culprit: culprit, rank: 85, cut: holder.cut)]
        }
        guard var culprit = culprit(at: index) else { return [] }
        switch holder.kind {
        case .task:
            culprit.pattern = pattern(of: holder)
            return [Suspect(culprit: culprit, rank: 90, cut: holder.cut)]
        case .closure:
            // A property that stores the closure takes its place as the suspect, if there is one.
            culprit.pattern = closurePattern
            return [Suspect(culprit: culprit, rank: 70, cut: holder.cut)]
        default: break
        }
        let cut = cut(of: holder)
        if holders[index + 1].kind == .closure {
            culprit.pattern = .closureCapturesSelf
            return [Suspect(culprit: culprit, rank: 80, cut: cut)]
        }
        return [property(culprit, holder.reference, isOnPath: true, cut)] + others(of: holder, at: index)
    }

    /// Returns the references that a change in the source would cut: a property in all objects of the cycle.
    private func cut(of holder: Holder) -> CutCheck.Cut {
        guard let node = holder.node, holder.kind == .object, let property = holder.reference.property else {
            return holder.cut
        }
        return members.cut(property, of: node)
    }

    /// Returns the suspect for a property, ranked by its name and type.
    private func property(
        _ culprit: Culprit, _ reference: Reference, isOnPath: Bool, _ cut: CutCheck.Cut
    ) -> Suspect {
        var culprit = culprit
        let names = [reference.property, reference.innermost].compactMap { $0 }
        let rank = names.map(BackReferences.rank).max() ?? 0
        culprit.pattern = rank > 0 ? .strongBackReference : .referenceCycle
        let isOptional = reference.fieldType.hasPrefix("Swift.Optional<")
        return Suspect(
            culprit: culprit, rank: (isOnPath ? 10 : 0) + rank * 10 + (isOptional ? 2 : 0), cut: cut)
    }

    /// Returns the other properties of an object that could break the cycle.
    private func others(of holder: Holder, at index: Int) -> [Suspect] {
        guard let node = holder.node, graph.snapshot.nodes[node].edgeCount <= 64 else { return [] }
        var found: [String: Reference] = [:]
        for edge in graph.snapshot.nodes[node].edges where graph.holds[edge] != .none {
            let reference = graph.snapshot.reference(edge, from: node)
            guard let property = reference.property, property != holder.reference.property else { continue }
            found[property] = found[property] ?? reference
        }
        return found.sorted { $0.key < $1.key }.compactMap { name, reference in
            var culprit = Culprit(
                name: "\(TypeNames.base(declarer(holder, reference))).\(name)", step: index,
                pattern: .referenceCycle)
            // Releasing a cancellable cancels the subscription, which reference counts do not show.
            if closurePattern == .subscriptionNotCancelled, reference.fieldType.contains("Cancellable") {
                culprit.pattern = .subscriptionNotCancelled
                return Suspect(culprit: culprit, rank: 60, cut: holder.cut)
            }
            let cut = members.cut(name, of: node)
            guard let survivor = holders.last?.node, cuts.frees(survivor, cut, isStrict: false) else { return nil }
            return property(culprit, reference, isOnPath: false, cut)
        }
    }

    /// The mistake with a closure that no property of the program stores.
    private var closurePattern: LeakPattern {
        holders[0..<reading.loop].lazy.compactMap { $0.meaning?.pattern }.first ?? .closureCapturesSelf
    }
}
