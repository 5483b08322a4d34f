internal import OutliveModel

/// A reader of the holders on a path.
struct HolderReader {
    let graph: HeapGraph
    let symbols: SymbolCache
    let leaking: Set<Int>
    private let objects: ObjectDescriptions
    private var snapshot: HeapSnapshot { graph.snapshot }

    init(_ graph: HeapGraph, symbols: SymbolCache, leaking: Set<Int>) {
        (self.graph, self.symbols, self.leaking) = (graph, symbols, leaking)
        objects = ObjectDescriptions(graph.snapshot, symbols)
    }

    /// Returns the holders of a path, the root first; a closure without a context of its own precedes its single
    /// capture.
    func holders(of path: HeapPath) -> [Holder] {
        var holders: [Holder] = []
        var function: UInt64?
        // A cycle enters its first node through its last reference.
        var entry: Reference?
        if case .root(let root) = path.origin {
            var holder = self.holder(ofRoot: root)
            holder.cut.roots = [root]
            holders.append(holder)
            function = snapshot.function(ofRoot: root)
        } else if path.loop > 0 {
            function = snapshot.function(ofEdge: path.edges[path.loop - 1])
            entry = graph.reference(path.edges[path.loop - 1], from: path.nodes[path.loop - 1])
        }
        for (index, node) in path.nodes.enumerated() {
            let code = symbols.code(at: function)
            var holder = self.holder(node, enteredBy: code, in: holders.last?.reference ?? entry)
            if !holders.isEmpty, holder.kind != .closure,
                var closure = contextlessClosure(code, from: holders.last, to: holder)
            {
                closure.cut = holders.last?.cut ?? closure.cut
                holders.append(closure)
            }
            if index < path.edges.count {
                holder.reference = graph.reference(path.edges[index], from: node)
                holder.reference.isRun = path.runs.contains(index)
                holder.cut = cut(path.edges[index], from: node, holder.reference)
                function = snapshot.function(ofEdge: path.edges[index])
            }
            holders.append(holder)
        }
        return holders
    }

    /// Returns the holder of a single reference.
    func holder(ofEdge edge: Int, from node: Int) -> Holder {
        var holder = self.holder(node, enteredBy: nil, in: nil)
        holder.reference = graph.reference(edge, from: node)
        return holder
    }

    /// Returns the references in the property that contains an edge, because a fix cuts them together.
    private func cut(_ edge: Int, from node: Int, _ reference: Reference) -> CutCheck.Cut {
        let edges = snapshot.nodes[node].edges
        guard let property = reference.property, edges.count <= CutCheck.maximumEdges else {
            return CutCheck.Cut(edges: [edge])
        }
        return CutCheck.Cut(edges: edges.filter { graph.reference($0, from: node).property == property })
    }

    // MARK: - Roots

    /// Returns a root as a holder.
    func holder(ofRoot index: Int) -> Holder {
        let root = snapshot.roots[index]
        switch root.kind {
        case .global: return global(index)
        case .stack:
            return Holder(
                kind: .stack, name: "stack of \(thread(root))", author: .program, hasVolatileName: true,
                isMainThread: snapshot.isOfMainThread(root))
        case .threadLocal:
            return Holder(
                kind: .threadLocal, name: "thread-local of \(thread(root))", author: .unknown, hasVolatileName: true)
        case .mapping: return Holder(kind: .memory, name: "mapped memory", author: .unknown)
        }
    }

    private func global(_ index: Int) -> Holder {
        guard let frame = snapshot.frame(ofRoot: index) else {
            return Holder(kind: .global, name: "global", author: .unknown)
        }
        let isPlatform = frame.isInPlatformLibrary
        guard let variable = symbols.variable(ofRoot: index) else {
            return Holder(
                kind: .global, name: "global in \(frame.fileAndOffset)", author: isPlatform ? .library : .program,
                hasVolatileName: true)
        }
        let path = variable.hasPrefix("static ") ? String(variable.dropFirst("static ".count)) : variable
        let module = HeapType(name: path, kind: .object).module
        let isProgram = !isPlatform && (module.map(symbols.isProgram) ?? true)
        return Holder(
            kind: .global, name: TypeNames.variable(variable), author: isProgram ? .program : .library,
            typeName: variable)
    }

    private func thread(_ root: HeapSnapshot.Root) -> String {
        guard root.owner != HeapSnapshot.none else { return "a thread" }
        if snapshot.isOfMainThread(root) { return "main thread" }
        let thread = snapshot.threads[Int(root.owner)]
        return thread.name.isEmpty ? "thread \(thread.threadID)" : "thread \"\(thread.name)\""
    }

    // MARK: - Nodes

    private func holder(_ node: Int, enteredBy code: CodeName?, in reference: Reference?) -> Holder {
        let typeIndex = snapshot.contentType(ofNode: node)
        let type = snapshot.types[typeIndex].type
        var holder = Holder(kind: .object, name: "", author: .unknown, typeName: type?.name ?? "", node: node)
        holder.isLeaking = leaking.contains(node)
        guard let type else {
            describeBlock(&holder, node)
            return holder
        }
        switch type.kind {
        case .closure where isValue(enteredBy: code, in: reference): holder.kind = .box
        case .closure: describeClosure(&holder, node, type, code)
        case .box, .error: holder.kind = .box
        case .task:
            holder.kind = .task
            holder.code = allocation(of: node, in: symbols.isProgram)
            holder.author = holder.code == nil ? .library : .program
            holder.name = holder.code.map { "Task in \($0.function)" } ?? "Task"
            holder.awaiting = symbols.resumptions(ofTask: node)
            holder.task = snapshot.task(ofNode: node)
            // A continuation that nothing refers to can no longer be resumed.
            holder.isAbandoned =
                holder.isLeaking && holder.task?.state == .suspended && holder.task?.awaited == .continuation
                && graph.continuationHolders(ofTask: node).isEmpty
        case .object, .other, .raw:
            (holder.name, holder.author, holder.isBuffer) = objects.description(ofType: typeIndex, type)
        }
        if holder.name.isEmpty { holder.name = "box of \(TypeNames.brief(type.name))" }
        return holder
    }

    private func describeBlock(_ holder: inout Holder, _ node: Int) {
        holder.kind = .block
        holder.name = "memory"
        holder.makers = makers(of: node)
        let callers = symbols.callers(ofNode: node)
        guard let caller = callers.first(where: { !$0.isAllocator }) else { return }
        let isOwnedByCLibrary = callers.prefix { $0.isAllocator }.contains(where: \.isOwnedByCLibrary)
        let isProgram = caller.code.module.map(symbols.isProgram) ?? !caller.isPlatform
        holder.author = isProgram && !isOwnedByCLibrary ? .program : .library
        holder.name = "memory from \(caller.code.function)"
        holder.code = caller.code
    }

    /// Returns `true` if an apparent closure context is the payload of an indirect enum case.
    ///
    /// No code address precedes the reference, and its field is not of a function type.
    private func isValue(enteredBy code: CodeName?, in reference: Reference?) -> Bool {
        guard code == nil, let type = reference?.fieldType, !type.isEmpty else { return false }
        return !type.contains("->") && type != "unknown" && type != "function" && !type.hasPrefix("Swift.AnyObject")
            && !type.hasPrefix("Builtin.")
    }

    private func describeClosure(_ holder: inout Holder, _ node: Int, _ type: HeapType, _ code: CodeName?) {
        holder.kind = .closure
        holder.isThunk = code?.role == .thunk
        holder.code = code?.isSwiftCode == true ? code : allocation(of: node)
        holder.makers = makers(of: node)
        guard let code = holder.code else {
            holder.author = type.holdsProgram ? .program : .library
            holder.name = "closure \(TypeNames.brief(type.name))"
            return
        }
        if let allocation = allocation(of: node, in: symbols.isProgram), allocation.function == code.function,
            let made = allocation.location, code.location?.isBefore(made) ?? true
        {
            holder.code?.location = made
        }
        holder.author = code.module.map(symbols.isProgram) == true ? .program : .library
        holder.name = "closure in \(code.function)"
    }

    /// Returns a closure that captured a single object, which takes the place of the context.
    private func contextlessClosure(_ code: CodeName?, from previous: Holder?, to next: Holder) -> Holder? {
        guard next.kind == .object || next.kind == .box else { return nil }
        if let code, code.isSwiftCode, let module = code.module {
            return Holder(
                kind: .closure, name: "closure in \(code.function)",
                author: symbols.isProgram(module) ? .program : .library, code: code)
        }
        guard let previous, code == nil, TypeNames.isFunction(previous.reference.fieldType), next.kind == .object
        else { return nil }
        return Holder(kind: .closure, name: "closure", author: previous.author)
    }

    // MARK: - Allocation

    /// Returns the innermost Swift function of the included modules in a node's allocation stack.
    private func allocation(of node: Int, in isIncluded: (String) -> Bool = { _ in true }) -> CodeName? {
        symbols.callers(ofNode: node).first { $0.code.role != .thunk && $0.code.module.map(isIncluded) ?? false }?.code
    }

    private func makers(of node: Int) -> [String] {
        symbols.callers(ofNode: node).filter { !$0.isAllocator && !$0.isSharedAllocator && $0.code.role != .thunk }
            .map(\.symbol.function)
    }
}

extension SourceLine {
    /// `true` for the line of the function that creates a closure at another line, which compiled code can have in place
    /// of the closure's own, if the code of several closures is one.
    fileprivate func isBefore(_ creation: SourceLine) -> Bool { file == creation.file && line < creation.line }
}

/// The names and authors of the objects of each type.
private final class ObjectDescriptions {
    private let snapshot: HeapSnapshot
    private let symbols: SymbolCache
    private var known: [Int: (name: String, author: Holder.Author, isBuffer: Bool)] = [:]

    init(_ snapshot: HeapSnapshot, _ symbols: SymbolCache) { (self.snapshot, self.symbols) = (snapshot, symbols) }

    func description(ofType index: Int, _ type: HeapType) -> (name: String, author: Holder.Author, isBuffer: Bool) {
        if let description = known[index] { return description }
        let description = (
            TypeNames.collection(storedIn: type.name) ?? TypeNames.brief(type.name),
            type.module.map { symbols.isProgram($0) ? Holder.Author.program : .library } ?? .unknown,
            snapshot.isManagedBuffer(snapshot.types[index])
        )
        known[index] = description
        return description
    }
}
