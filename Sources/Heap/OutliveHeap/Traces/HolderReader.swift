internal import OutliveModel

/// A reader of the holders on a path.
struct HolderReader {
    let graph: HeapGraph
    let book: SymbolCache
    let dying: Set<Int>
    private let objects: ObjectWords
    private var snapshot: HeapSnapshot { graph.snapshot }

    init(_ graph: HeapGraph, book: SymbolCache, dying: Set<Int>) {
        self.graph = graph
        self.book = book
        self.dying = dying
        objects = ObjectWords(graph.snapshot, book)
    }

    /// Returns the holders of a path, the root first; a closure without a context of its own precedes its single
    /// capture.
    func holders(of path: HeapPath) -> [Holder] {
        var holders: [Holder] = []
        var function: UInt64?
        // A cycle enters its first node through its last reference.
        var entry: Reference?
        if case .root(let root) = path.origin {
            var holder = self.root(root)
            holder.cut.roots = [root]
            holders.append(holder)
            function = snapshot.function(ofRoot: root)
        } else if path.loop > 0 {
            function = snapshot.function(ofEdge: path.edges[path.loop - 1])
            entry = snapshot.reference(path.edges[path.loop - 1], from: path.nodes[path.loop - 1])
        }
        for (place, node) in path.nodes.enumerated() {
            let code = book.code(at: function)
            var holder = self.holder(node, enteredBy: code, in: holders.last?.reference ?? entry)
            if !holders.isEmpty, holder.kind != .closure,
                var closure = contextlessClosure(code, from: holders.last, to: holder)
            {
                closure.cut = holders.last?.cut ?? closure.cut
                holders.append(closure)
            }
            if place < path.edges.count {
                holder.reference = snapshot.reference(path.edges[place], from: node)
                holder.reference.isRun = path.runs.contains(place)
                holder.cut = cut(path.edges[place], from: node, holder.reference)
                function = snapshot.function(ofEdge: path.edges[place])
            }
            holders.append(holder)
        }
        return holders
    }

    /// Returns all words of the property that contains an edge, because they are cut together.
    private func cut(_ edge: Int, from node: Int, _ reference: Reference) -> CutCheck.Cut {
        let edges = snapshot.nodes[node].edges
        guard let property = reference.property, edges.count <= 64 else { return CutCheck.Cut(edges: [edge]) }
        return CutCheck.Cut(edges: edges.filter { snapshot.reference($0, from: node).property == property })
    }

    // MARK: - Roots

    private func root(_ index: Int) -> Holder {
        let root = snapshot.roots[index]
        switch root.kind {
        case .global: return global(index, root)
        case .stack:
            return Holder(
                kind: .stack, name: "stack of \(thread(root))", author: .program, hasVolatileName: true,
                isMainThread: isMainThread(root))
        case .threadLocal:
            return Holder(
                kind: .threadLocal, name: "thread-local of \(thread(root))", author: .nobody, hasVolatileName: true)
        case .mapping: return Holder(kind: .memory, name: "mapped memory", author: .nobody)
        }
    }

    private func global(_ index: Int, _ root: HeapSnapshot.Root) -> Holder {
        guard root.owner != HeapSnapshot.none else {
            return Holder(kind: .global, name: "global", author: .nobody)
        }
        let place = SymbolCache.place(of: root, in: snapshot)
        let isPlatform = place.isInPlatformLibrary
        guard let variable = book.variable(ofRoot: index) else {
            let file = place.module.split(separator: "/").last ?? ""
            return Holder(
                kind: .global, name: "global in \(file)+0x\(String(place.offset, radix: 16))",
                author: isPlatform ? .library : .program, hasVolatileName: true)
        }
        let path = variable.hasPrefix("static ") ? String(variable.dropFirst("static ".count)) : variable
        let module = HeapType(name: path, kind: .object).module
        let isProgram = !isPlatform && (module.map(book.isProgram) ?? true)
        return Holder(
            kind: .global, name: TypeNames.variable(variable), author: isProgram ? .program : .library,
            typeName: variable)
    }

    private func thread(_ root: HeapSnapshot.Root) -> String {
        guard root.owner != HeapSnapshot.none else { return "a thread" }
        if isMainThread(root) { return "main thread" }
        let thread = snapshot.threads[Int(root.owner)]
        return thread.name.isEmpty ? "thread \(thread.threadID)" : "thread \"\(thread.name)\""
    }

    private func isMainThread(_ root: HeapSnapshot.Root) -> Bool {
        root.owner != HeapSnapshot.none
            && snapshot.threads[Int(root.owner)].threadID == UInt32(bitPattern: snapshot.header.processID)
    }

    // MARK: - Nodes

    private func holder(_ node: Int, enteredBy code: CodeName?, in reference: Reference?) -> Holder {
        let typeIndex = snapshot.contentType(ofNode: node)
        let type = snapshot.types[typeIndex].type
        var holder = Holder(kind: .object, name: "", author: .nobody, typeName: type?.name ?? "", node: node)
        holder.isDying = dying.contains(node)
        guard let type else {
            read(block: &holder, node)
            return holder
        }
        switch type.kind {
        case .closure where isValue(enteredBy: code, in: reference): holder.kind = .box
        case .closure: read(&holder, closure: type, code)
        case .box, .error: holder.kind = .box
        case .task:
            holder.kind = .task
            holder.code = programCode(node)
            holder.author = holder.code == nil ? .library : .program
            holder.name = holder.code.map { "Task in \($0.function)" } ?? "Task"
            holder.awaiting = book.resumptions(ofTask: node)
            holder.task = snapshot.task(ofNode: node)
            holder.isAbandoned = isAbandoned(node, holder)
        case .object, .other, .raw:
            (holder.name, holder.author, holder.isBuffer) = objects.words(ofType: typeIndex, type)
        }
        if holder.name.isEmpty { holder.name = "box of \(TypeNames.brief(type.name))" }
        return holder
    }

    /// Returns `true` if a task waits for a continuation that can no longer be resumed.
    private func isAbandoned(_ node: Int, _ holder: Holder) -> Bool {
        guard holder.isDying, let task = holder.task, task.state == .suspended, task.awaited == .continuation else {
            return false
        }
        return graph.continuationHolders(ofTask: node).isEmpty
    }

    private func read(block holder: inout Holder, _ node: Int) {
        holder.kind = .block
        holder.name = "memory"
        let callers = book.allocation(of: node)
        holder.makers = makers(of: callers)
        guard let maker = callers.first(where: { !$0.isAllocator }) else { return }
        let code = maker.code
        let isProgram = code.module.map(book.isProgram) ?? !maker.isPlatform
        holder.author = isProgram ? .program : .library
        holder.name = "memory from \(code.function)"
        holder.code = code
    }

    private func makers(of callers: [Caller]) -> [String] {
        callers.filter { !$0.isAllocator && !$0.isMakerOfAll && $0.code.role != .thunk }.map(\.symbol.function)
    }

    /// Returns `true` if an apparent closure context is the payload of an indirect enum case.
    ///
    /// No code stands beside the reference, and its field is not of a function type.
    private func isValue(enteredBy code: CodeName?, in reference: Reference?) -> Bool {
        guard code == nil, let type = reference?.fieldType, !type.isEmpty else { return false }
        return !type.contains("->") && type != "unknown" && type != "function" && !type.hasPrefix("Swift.AnyObject")
            && !type.hasPrefix("Builtin.")
    }

    private func read(_ holder: inout Holder, closure type: HeapType, _ code: CodeName?) {
        holder.kind = .closure
        holder.isThunk = code?.role == .thunk
        let allocation = allocationCode(holder.node!)
        holder.code = code.map(\.isSwiftCode) == true ? code : allocation
        holder.makers = makers(of: book.allocation(of: holder.node!))
        if let code = holder.code, code.location == nil {
            holder.code?.location = programLine(holder.node!, code)
        }
        if let code = holder.code {
            holder.author = code.module.map { book.isProgram($0) ? .program : .library } ?? .library
            holder.name = "closure in \(code.function)"
        } else {
            holder.author = type.holdsProgram ? .program : .library
            holder.name = "closure \(TypeNames.brief(type.name))"
        }
    }

    /// Returns a closure that captured a single object, which takes the place of the context.
    private func contextlessClosure(_ code: CodeName?, from previous: Holder?, to next: Holder) -> Holder? {
        guard next.kind == .object || next.kind == .box else { return nil }
        if let code, code.isSwiftCode, let module = code.module {
            return Holder(
                kind: .closure, name: "closure in \(code.function)",
                author: book.isProgram(module) ? .program : .library, code: code)
        }
        guard let previous, code == nil, TypeNames.isFunction(previous.reference.fieldType), next.kind == .object
        else { return nil }
        return Holder(kind: .closure, name: "closure", author: previous.author)
    }

    // MARK: - Allocation

    /// Returns the innermost Swift function that allocated a node, of the program or a library.
    private func allocationCode(_ node: Int) -> CodeName? {
        for caller in book.allocation(of: node) {
            let code = caller.code
            if code.role != .thunk, code.module != nil { return code }
        }
        return nil
    }

    private func programCode(_ node: Int) -> CodeName? {
        for caller in book.allocation(of: node) {
            let code = caller.code
            if code.role != .thunk, let module = code.module, book.isProgram(module) { return code }
        }
        return nil
    }

    /// Returns the line in a function at which a closure's context was allocated.
    private func programLine(_ node: Int, _ code: CodeName) -> SourceLine? {
        guard let made = programCode(node), made.function == code.function else { return nil }
        return made.location
    }
}

private final class ObjectWords {
    private let snapshot: HeapSnapshot
    private let book: SymbolCache
    private var known: [Int: (name: String, author: Holder.Author, isBuffer: Bool)] = [:]

    init(_ snapshot: HeapSnapshot, _ book: SymbolCache) { (self.snapshot, self.book) = (snapshot, book) }

    func words(ofType index: Int, _ type: HeapType) -> (name: String, author: Holder.Author, isBuffer: Bool) {
        if let words = known[index] { return words }
        let words = (
            CollectionStorage.written(type.name) ?? TypeNames.brief(type.name),
            type.module.map { book.isProgram($0) ? Holder.Author.program : .library } ?? .nobody,
            snapshot.isManagedBuffer(snapshot.types[index])
        )
        known[index] = words
        return words
    }
}
