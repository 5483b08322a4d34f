internal import OutliveModel
internal import OutliveSupport

/// A search for the reference to cut, which narrows the suspects as LeakCanary does.
///
/// References before the last holder that is expected to live are innocent; those after the first leaking holder are
/// victims. Of several suspects, one that frees the survivor when it alone is cut is preferred.
struct SuspectSearch {
    /// A candidate for the reference to cut.
    private struct Candidate {
        var suspect: Suspect
        /// The likelihood, judged by the kind and name of the reference.
        var rank: Int
        var cut: CutCheck.Cut
    }

    /// A reference to cut.
    struct Choice {
        var suspect: Suspect
        /// The rank of the evidence, 0 for the best; `nil` without any. For a candidate that frees the survivor, it is its
        /// place among the likeliest.
        var evidence: Int?
    }

    let trace: FoldedTrace
    let graph: HeapGraph
    let cuts: CutCheck
    let members: CycleMembers
    /// The code of the program that a survivor of a library leads to.
    let closure: CodeName?
    /// Returns `true` if a module is the program's own.
    let isProgram: (String) -> Bool
    private var holders: [Holder] { trace.holders }

    /// Returns the reference to cut, or `nil` if there is none to name.
    func choice() -> Choice? {
        var choice =
            switch trace.shape {
            case .unheld: unproven(ofUnheld())
            case .cycle: ofLivingCycle() ?? ofCycle() ?? unproven(ofClosure() ?? ofCapture())
            case .path: ofPath()
            }
        if let suspect = choice?.suspect { choice?.suspect = withRemedy(inStore(suspect)) }
        return choice
    }

    /// Returns the suspect with the store to which it leads, if an object of the toolchain contains that.
    ///
    /// The program keeps the object, for example a `JSONEncoder`, and removes entries from the object's public property.
    private func inStore(_ suspect: Suspect) -> Suspect {
        guard trace.shape == .path, suspect.pattern == .storeWithoutEviction, suspect.step + 1 < holders.count - 1,
            [.object, .global].contains(holders[suspect.step].kind), holders[suspect.step].reference.isOfSingleObject
        else { return suspect }
        let owner = holders[suspect.step + 1]
        guard owner.kind == .object, owner.author == .library, !owner.isLeaking, let property = owner.reference.property
        else { return suspect }
        var suspect = suspect
        suspect.name += ".\(property)"
        suspect.step += 1
        return suspect
    }

    private func unproven(_ suspect: Suspect?) -> Choice? { suspect.map { Choice(suspect: $0) } }

    /// The words for what the closure at or behind a step should capture weakly: `self`, or the type that it captures.
    ///
    /// A closure of a value, or of a function without `self`, has no `self` that can be weak.
    private func captured(behind step: Int) -> String {
        let behind = holders[step...]
        guard let closure = behind.prefix(3).firstIndex(where: { $0.kind == .closure && $0.author == .program }),
            let function = holders[closure].code?.function,
            let object = behind[closure...].dropFirst().first(where: { $0.kind == .object || $0.kind == .library })
        else { return "self" }
        let context = function.split(separator: ".").dropLast().last.map(String.init)
        let objects = holders.lazy.filter { $0.kind == .object && $0.author == .program }
        if let context, objects.contains(where: { isInstance($0, ofType: context) }) { return "self" }
        if object.author == .program { return TypeNames.base(object.typeName) }
        return (object.inspector ?? ObjectInspector.of(object)).map { "the \($0.name)" } ?? "self"
    }

    /// Returns `true` if an object is of a type or, as far as its references show, of a subclass.
    private func isInstance(_ holder: Holder, ofType name: String) -> Bool {
        TypeNames.base(holder.typeName) == name || TypeNames.base(holder.reference.declaringType) == name
    }

    /// Adds a remedy that depends on the reference and on the library objects around it.
    private func withRemedy(_ suspect: Suspect) -> Suspect {
        guard suspect.remedy == nil, trace.shape != .unheld else { return suspect }
        var suspect = suspect
        // The way to release a library object up to two steps behind the reference.
        let behind = holders[(suspect.step + 1)...].prefix(2).lazy
            .compactMap { $0.inspector ?? ObjectInspector.of($0) }
            .first { $0.release != nil && $0.pattern != .libraryCycle }
        let release = behind?.release
        let holder = holders[suspect.step]
        let captured = captured(behind: suspect.step)
        if trace.shape == .cycle, suspect.pattern != .storeWithoutEviction {
            // Releasing a library object of the cycle breaks it.
            switch suspect.pattern {
            case .dispatchNotCancelled where isBlockOfOperation(suspect.step):
                suspect.remedy =
                    "Capture \(captured) weakly in the block of the operation, or do not capture it: they keep each other "
                    + "alive, also after the operation has finished."
            case .referenceCycle: suspect.remedy = release.map { "\($0) when it is no longer needed." }
            case .notClosed:
                let library = holders[..<suspect.step].lazy.compactMap { $0.inspector?.release }.last
                suspect.remedy = (release ?? library).map { "\($0), and capture \(captured) weakly in its closure." }
            default: break
            }
        } else if let remedy = consumption(at: suspect.step, behind) {
            suspect.remedy = remedy
        } else if holdsBuffer(of: suspect) {
            suspect.remedy =
                "Give the AsyncStream a buffering policy such as .bufferingNewest(100), or consume its elements as fast "
                + "as they come: its buffer keeps all that no consumer took."
        } else if suspect.pattern == .storeWithoutEviction, holder.kind == .object || holder.kind == .global {
            if behind?.role == .item, let release, holder.reference.isOfSingleObject {
                suspect.remedy = "\(release) when it is no longer needed."
            } else if let span = spanKept(behind: suspect.step) {
                suspect.remedy =
                    "End each \(span) with end() on every path, early returns and errors included: \(suspect.name) keeps it "
                    + "until then."
            } else {
                let next = holders.dropFirst(suspect.step + 1).first
                let removal = removal(
                    from: suspect.name, isSingle: next.map(holder.stores(onlyObject:)) ?? false)
                suspect.remedy = release.map { "\($0), and \(removal)." } ?? "\(removal.capitalizedFirst)."
            }
        } else if let release = release ?? holders[...suspect.step].lazy.compactMap({ $0.inspector?.release }).last {
            // The last library object up to the step holds a closure of the program.
            suspect.remedy =
                "\(release) when it is no longer needed, and capture \(captured) weakly in its closure."
        }
        let words = suspect.pattern.hint(capturing: captured)
        if suspect.remedy == nil, words != suspect.pattern.hint { suspect.remedy = words }
        return suspect
    }

    /// Returns `true` if a step of a cycle is the block of an operation, which neither its end nor `cancel()` releases.
    private func isBlockOfOperation(_ step: Int) -> Bool {
        holders[step].kind == .closure
            && holders[..<trace.loop].lazy.compactMap { $0.inspector ?? ObjectInspector.of($0) }.first {
                $0.pattern == .dispatchNotCancelled
            }?.isOfOperations == true
    }

    /// Returns `true` if the reference leads to a stream that lives on, and the survivor is in the stream's buffer.
    ///
    /// Else a stream holds the closure for its end, and the task that consumes it.
    private func holdsBuffer(of suspect: Suspect) -> Bool {
        let rest = holders[(suspect.step + 1)...]
        guard let stream = rest.firstIndex(where: { $0.inspector?.pattern == .streamNotFinished }),
            stream + 1 < holders.count, !holders[stream].isLeaking,
            rest[..<stream].allSatisfy({ !$0.isLeaking })
        else { return false }
        return ![.closure, .task].contains(holders[stream + 1].kind)
    }

    /// Returns the type of the spans that a collection behind a step keeps, or `nil` if it keeps anything else.
    ///
    /// A tracer keeps a span until it ends, so that its store is right, and the code that starts a span is not.
    private func spanKept(behind step: Int) -> String? {
        let behind = holders[(step + 1)...]
        let storage = behind.lazy.filter(\.isStorage)
        let stored = storage.compactMap { TypeNames.element(ofStorage: $0.typeName) }
        // Spans are objects or, in the storage itself, values.
        let kept = holders[step].reference.isOfSingleObject ? [] : behind.filter { $0.kind == .object && $0.isLeaking }
        let types = (kept.prefix(1).map(\.typeName) + stored).map { TypeNames.base($0) }
        return types.first(where: TypeNames.isSpan)
    }

    /// Returns the remedy for elements of a stream that wait because the task that consumes them waits elsewhere.
    private func consumption(at step: Int, _ inspector: ObjectInspector?) -> String? {
        let task = holders[step]
        guard task.kind == .task, !task.isAwaitingStream, inspector?.isOfStreams == true,
            let function = task.awaiting.first(where: { $0.module.map(isProgram) ?? false })
        else { return nil }
        let place = function.location.map { " (\($0))" } ?? ""
        return
            "See why \(function.function)\(place) does not return: the task that consumes the stream waits there, and "
            + "elements pile up. A buffering policy bounds them."
    }

    /// Returns the likeliest suspect that frees the survivor, or the likeliest of all.
    private func best(_ candidates: [Candidate]) -> Choice? {
        let ranked = candidates.sorted { ($1.rank, order($0.suspect)) < ($0.rank, order($1.suspect)) }
        guard ranked.count > 1, let survivor = holders.last?.node else { return unproven(ranked.first?.suspect) }
        guard let index = ranked.firstIndex(where: { cuts.frees(survivor, $0.cut) }) else {
            return unproven(ranked[0].suspect)
        }
        return Choice(suspect: ranked[index].suspect, evidence: index)
    }

    /// The order of suspects that are equally likely. A list of leaks begins a cycle with the object that it names.
    private func order(_ suspect: Suspect) -> String {
        graph.snapshot.header.isListed && suspect.step == 0 ? "" : suspect.name
    }

    /// Returns the suspect at a holder of the program: its reference, or the holder itself if it is a closure or task.
    private func suspect(at index: Int) -> Suspect? {
        let holder = holders[index]
        let next = index + 1 < holders.count ? holders[index + 1] : nil
        let location = next?.kind == .closure ? next?.location : nil
        guard holder.author == .program else { return nil }
        if let suspect = childTask(at: index) ?? abandonedTask(at: index) { return suspect }
        switch holder.kind {
        case .task, .closure:
            // A sleep's task holds the work of the program's task that awaits it.
            let isWork = index > 0 && holders[index - 1].isSleep
            let name = holder.kind == .task || isWork ? "Task in" : "closure in"
            return Suspect(
                name: holder.code.map { "\(name) \($0.function)" } ?? holder.name, location: holder.location,
                step: index, pattern: isWork ? pattern(of: holders[index - 1]) : pattern(at: index))
        case .global:
            return Suspect(name: holder.name, location: location, step: index, pattern: pattern(at: index))
        case .object:
            // A double underscore marks private properties of Foundation classes that programs subclass.
            guard next != nil, let property = holder.reference.property, !property.hasPrefix("__") else { return nil }
            return Suspect(
                name: name(of: property, holder, holder.reference), location: location, step: index,
                pattern: pattern(at: index))
        default: return nil
        }
    }

    /// Returns the suspect for child tasks of a group, named after the function that adds them.
    private func childTask(at index: Int) -> Suspect? {
        guard holders[index].kind == .task else { return nil }
        let next = index + 1 < holders.count ? holders[index + 1] : holders[index]
        let child = next.task?.isOfGroup == true ? next : holders[index]
        guard let task = child.task, task.isOfGroup, child.isLeaking, let code = child.code else { return nil }
        guard task.state == .completed else {
            return Suspect(
                name: "Task in \(code.function)", location: child.location, step: index, pattern: pattern(of: child))
        }
        return .taskGroup(in: code.function, child.location, step: index)
    }

    /// Returns the program's function that awaits a dropped continuation in a task.
    private func abandonedTask(at index: Int) -> Suspect? {
        guard holders[index].isAbandoned,
            let function = holders[index].awaiting.first(where: { $0.module.map(isProgram) ?? false })
        else { return nil }
        return Suspect(
            name: function.function, location: function.location, step: index, pattern: .notCompleted,
            remedy: "Resume the continuation that \(function.function) waits for on every path: nothing refers to it "
                + "any more.")
    }

    /// Returns the name of a property with the type that declares it.
    private func name(of property: String, _ holder: Holder, _ reference: Reference) -> String {
        let type = reference.declaringType.isEmpty ? holder.typeName : reference.declaringType
        return "\(TypeNames.base(type)).\(property)"
    }

    /// Returns the suspect for objects without a holder: a closure of the program if a library retains it, else an
    /// over-retain.
    private func ofUnheld() -> Suspect? {
        let code = holders.indices.first { holders[$0].kind == .closure || holders[$0].kind == .task }
        if holders[0].author != .program, let code, let suspect = suspect(at: code) { return suspect }
        return Suspect(name: "over-retain", step: 0, pattern: .overRetain)
    }

    // MARK: - Paths

    private func ofPath() -> Choice? {
        let target = holders.count - 1
        let leaking = holders.firstIndex(where: \.isLeaking) ?? target
        if leaking > 0 || holders[0].kind != .task, let subscription = ofKeptSubscription(leaking) {
            return Choice(suspect: subscription, evidence: 0)
        }
        guard leaking > 0 else {
            return unproven(
                suspect(at: 0) ?? ofNext(0...target) ?? ofClosure()
                    ?? (target > 0 && holders[0].libraryProperty != nil ? ofForeignHolder(0) : nil))
        }
        let last = leaking - 1
        if holders[last].kind == .block, holders[last].author == .program { return unproven(ofMemory(last)) }
        // A closure or box may not be known to be new: the property that stores it is the suspect.
        var first = last
        while first > 0, holders[first].kind == .closure, stores(holders[first - 1]) { first -= 1 }
        // The newest element of a list leads to the older ones: the property that contains the list is the suspect.
        var link = lastOwn(through: first)
        while let index = link, let outer = ownerOfLink(index) {
            first = outer
            link = outer
        }
        let candidates = (first...last).compactMap { index in
            suspect(at: index).map { Candidate(suspect: $0, rank: -index, cut: holders[index].cut) }
        }
        return best(candidates)
            ?? unproven(
                // Within a library: the next closure or task of the program, else the nearest earlier holder.
                ofNext(leaking...target) ?? (0..<first).reversed().lazy.compactMap(suspect(at:)).first
                    ?? ofClosure()
                    // A library object that does not grow can have a property that does.
                    ?? ofForeignHolder(leaking < target && holders[leaking].libraryProperty != nil ? leaking : last))
    }

    /// Returns the property by which an object stores a subscription that keeps it alive, so that its `deinit`, which would
    /// cancel it, never runs; the publisher that holds the subscription as well is not to blame.
    private func ofKeptSubscription(_ leaking: Int) -> Suspect? {
        guard holders.contains(where: { ($0.inspector ?? ObjectInspector.of($0))?.isOfSubscriptions == true }) else {
            return nil
        }
        for index in leaking..<holders.count {
            guard let node = holders[index].node, let kept = ownerOfSubscription(at: node),
                let type = graph.snapshot.type(ofNode: kept.owner)?.name
            else { continue }
            var owner = Holder(kind: .object, name: "", author: .program, typeName: type)
            owner.reference = graph.reference(kept.edge, from: kept.owner)
            guard let property = owner.reference.property else { continue }
            let name = name(of: property, owner, owner.reference)
            return Suspect(
                name: name, step: index, pattern: .subscriptionNotCancelled,
                remedy:
                    "\(name) holds the subscription that keeps \(TypeNames.base(type)) alive, so deinit never cancels "
                    + "it: capture self weakly (sink with [weak self] in place of assign(to:on:)), or cancel it from "
                    + "outside.")
        }
        return nil
    }

    /// Returns the suspect at the first holder in a range that has one and is not a leaking object.
    ///
    /// Properties of leaking objects lead to more of the leak.
    private func ofNext(_ range: ClosedRange<Int>) -> Suspect? {
        range.lazy.filter { holders[$0].kind != .object || !holders[$0].isLeaking }.compactMap(suspect(at:)).first
    }

    /// Returns the holder that stores a list element, if this element refers to the next one through a property.
    ///
    /// Between them are objects of libraries, such as an atomic reference.
    private func ownerOfLink(_ index: Int) -> Int? {
        let holder = holders[index]
        let next = holders[(index + 1)...].first { $0.author == .program || $0.kind != .object }
        guard holder.kind == .object, holder.typeName == next?.typeName, holder.reference.pieces.count == 1,
            let property = holder.reference.property, property.isNameOfLink
        else { return nil }
        return lastOwn(through: index - 1).flatMap { stores(holders[$0]) ? $0 : nil }
    }

    /// Returns the last holder through an index that is no object of a library.
    private func lastOwn(through index: Int) -> Int? {
        holders[...index].lastIndex { $0.author == .program || $0.kind != .object }
    }

    /// Returns `true` if a holder of the program stores the next one in a property or variable.
    private func stores(_ holder: Holder) -> Bool {
        guard holder.author == .program else { return false }
        return holder.kind == .global || (holder.kind == .object && holder.reference.property != nil)
    }

    /// Returns the suspect for manually managed memory: the property that contains the memory, if there is one.
    private func ofMemory(_ block: Int) -> Suspect {
        let owner = holders[..<block].lastIndex { $0.kind != .block }
        if let owner, stores(holders[owner]), holders[owner].isSwift, var suspect = suspect(at: owner) {
            suspect.pattern = .heldByHand
            return suspect
        }
        return Suspect(name: "over-retain", step: block, pattern: .heldByHand)
    }

    /// Returns the closure of the program that a survivor of a library leads to.
    private func ofClosure() -> Suspect? {
        guard let closure, holders.last?.author != .program else { return nil }
        let index = holders.count - 1
        return Suspect(
            name: "closure in \(closure.function)", location: closure.location, step: index, pattern: pattern(at: index)
        )
    }

    /// Returns the suspect for objects that nothing of the program holds.
    private func ofForeignHolder(_ index: Int) -> Suspect? {
        let holder = holders[index]
        switch holder.kind {
        case .block, .memory: return Suspect(name: "over-retain", step: index, pattern: .heldByHand)
        case .stack, .threadLocal: return Suspect(name: holder.name, step: index, pattern: pattern(at: index))
        default:
            // A reference between objects of a library alone is no evidence of a mistake.
            guard holders.last?.author == .program else { return nil }
            guard let property = holder.libraryProperty else {
                return Suspect(name: holder.name, step: index, pattern: pattern(at: index))
            }
            // The property, such as a thread's dictionary, is a store, whatever the mistakes with its owner are.
            return Suspect(
                name: property, step: index, pattern: .storeWithoutEviction,
                remedy: "Remove entries from \(property) when they are no longer needed.")
        }
    }

    /// Returns the mistake with the reference to cut: a collection needs a bound, however long its owner lives.
    private func pattern(at index: Int) -> LeakPattern {
        let holder = holders[index]
        // The common mistake with the last known library object up to the step.
        let ofLibrary = holders[...index].lazy.compactMap { $0.inspector?.pattern }.last
        switch holder.kind {
        case .object, .global:
            return holder.author == .program ? .storeWithoutEviction : ofLibrary ?? .storeWithoutEviction
        case .task: return pattern(of: holder)
        case .stack:
            if isWorkOfThread { return .threadNotStopped }
            return index == 0 ? .localVariable : .storeWithoutEviction
        default:
            if let ofLibrary { return ofLibrary }
            if let task = holders[...index].last(where: { $0.kind == .task }) { return pattern(of: task) }
            return holders[0].kind == .stack && isWorkOfThread ? .threadNotStopped : .storeWithoutEviction
        }
    }

    private func pattern(of task: Holder) -> LeakPattern {
        task.isAwaitingStream ? .streamNotFinished : .taskNotCancelled
    }

    /// `true` if the path contains the work of a thread: a `Thread`, or the closure that a thread calls first.
    private var isWorkOfThread: Bool {
        holders.contains { $0.inspector?.pattern == .threadNotStopped }
            || (!holders[0].isMainThread && holders.count > 1 && holders[1].kind == .closure)
    }

    // MARK: - Cycles

    /// Returns the closure of the program through which a cycle of a library alone keeps the survivor.
    ///
    /// In the memory of a process, a cycle of a library is more likely a pool than a leak.
    private func ofCapture() -> Suspect? {
        guard graph.snapshot.header.isListed else { return nil }
        let closure = holders.indices.dropFirst(trace.loop).last { holders[$0].kind == .closure }
        var suspect = closure.flatMap(suspect(at:))
        suspect?.pattern = .closureCapturesSelf
        return suspect
    }

    /// Returns the property that grows if no object leaks: the cycle is meant to live.
    private func ofLivingCycle() -> Choice? {
        guard !holders.contains(where: \.isLeaking), let choice = ofPath(),
            holders[choice.suspect.step].kind == .object
        else { return nil }
        return choice
    }

    private func ofCycle() -> Choice? {
        best((0..<trace.loop).flatMap(candidates))
    }

    private func candidates(at index: Int) -> [Candidate] {
        let holder = holders[index]
        if holder.kind == .block, holder.author == .program {
            let suspect = Suspect(name: "over-retain", step: index, pattern: .heldByHand)
            return [Candidate(suspect: suspect, rank: 85, cut: holder.cut)]
        }
        guard var suspect = suspect(at: index) else { return [] }
        switch holder.kind {
        case .task:
            suspect.pattern = pattern(of: holder)
            return [Candidate(suspect: suspect, rank: 90, cut: holder.cut)]
        case .closure:
            // A property that stores the closure takes its place as the suspect, if there is one.
            suspect.pattern = closurePattern
            return [Candidate(suspect: suspect, rank: 70, cut: holder.cut)]
        default: break
        }
        var cut = holder.cut
        // A change in the source cuts a property in all objects of the cycle.
        if let node = holder.node, holder.kind == .object, let property = holder.reference.property {
            cut = members.cut(property, of: node)
        }
        if holders[index + 1].kind == .closure {
            suspect.pattern = .closureCapturesSelf
            return [Candidate(suspect: suspect, rank: 80, cut: cut)]
        }
        return [property(suspect, holder.reference, isOnPath: true, cut)] + others(of: holder, at: index)
    }

    /// Returns the candidate for a property, ranked by its name and type.
    private func property(
        _ suspect: Suspect, _ reference: Reference, isOnPath: Bool, _ cut: CutCheck.Cut
    ) -> Candidate {
        var suspect = suspect
        let names = [reference.property, reference.innermost].compactMap(\.self)
        let rank = names.map(\.backReferenceRank).max() ?? 0
        suspect.pattern = rank > 0 ? .strongBackReference : .referenceCycle
        let isOptional = reference.fieldType.hasPrefix("Swift.Optional<")
        // Weak elements of a collection, or parts of an object, would have no other owner.
        let isOwner = rank == 0 && (!reference.isOfSingleObject || isPart(reference, of: suspect.step))
        return Candidate(
            suspect: suspect,
            rank: (isOnPath ? 10 : 0) + rank * 10 + (isOptional ? 2 : 0) - (isOwner ? Self.ownership : 0), cut: cut)
    }

    /// The amount by which a property that owns its objects is less likely to be the one to cut.
    private static let ownership = 5

    /// Returns `true` if the type of a property is nested in its holder's type.
    private func isPart(_ reference: Reference, of step: Int) -> Bool {
        TypeNames.withoutOptional(reference.fieldType).hasPrefix(holders[step].typeName + ".")
    }

    /// Returns the other properties of an object that could break the cycle.
    private func others(of holder: Holder, at index: Int) -> [Candidate] {
        guard let node = holder.node, graph.snapshot.nodes[node].edgeCount <= CutCheck.maximumEdges else { return [] }
        var found: [String: Reference] = [:]
        for edge in graph.snapshot.nodes[node].edges where graph.isStrong(edge: edge) {
            let reference = graph.reference(edge, from: node)
            guard let property = reference.property, property != holder.reference.property else { continue }
            found[property] = found[property] ?? reference
        }
        return found.sorted { $0.key < $1.key }.compactMap { name, reference in
            var suspect = Suspect(
                name: self.name(of: name, holder, reference), step: index, pattern: .referenceCycle)
            // Releasing a cancellable cancels the subscription, which reference counts do not show.
            if closurePattern == .subscriptionNotCancelled, reference.fieldType.contains("Cancellable") {
                suspect.pattern = .subscriptionNotCancelled
                return Candidate(suspect: suspect, rank: 60, cut: holder.cut)
            }
            let cut = members.cut(name, of: node)
            guard let survivor = holders.last?.node, cuts.frees(survivor, cut) else { return nil }
            return property(suspect, reference, isOnPath: false, cut)
        }
    }

    /// The mistake with a closure that no property of the program stores.
    private var closurePattern: LeakPattern {
        holders[..<trace.loop].lazy.compactMap { $0.inspector?.pattern }.first ?? .closureCapturesSelf
    }
}

/// Returns the words for the release of what a property stores: `remove entries from Cache.items when …`.
///
/// - Parameter isSingle: `true` if the property refers to one object, and has no entries.
private func removal(from property: String, isSingle: Bool) -> String {
    isSingle
        ? "clear \(property) when it is no longer needed, or bound what it leads to"
        : "remove entries from \(property) when they are no longer needed, or bound it"
}
