internal import OutliveModel

/// A symbol cache with the names of all code and variables of a set of paths.
struct SymbolCache: Sendable {
    private let snapshot: HeapSnapshot
    private var code: [UInt64: CodeName] = [:]
    private var callers: [UInt32: [Caller]] = [:]
    private let variables: [Int: String]
    private let modules: ModuleOrigins

    /// Looks up all names in one request, which blocks the calling thread.
    ///
    /// - Parameter others: Further edges whose functions are looked up.
    init(for paths: [HeapPath], and others: [Int], in snapshot: HeapSnapshot, names: any AddressNames) {
        self.snapshot = snapshot
        var stacks = AllocationStacks(snapshot)
        let wanted = Self.wanted(by: paths, others, in: snapshot)
        let frames = wanted.stacks.map { stacks.backtrace(ofStack: $0).frames }
        let named = names.functions(of: stacks.frames(ofFunctions: wanted.functions) + frames.joined())
        for (address, frame) in zip(wanted.functions, named) { code[address] = CodeName(frame.symbols) }
        // Most stacks share most of their callers.
        var known: [Frame: [Caller]] = [:]
        var rest = named.dropFirst(wanted.functions.count)
        for (stack, frames) in zip(wanted.stacks, frames) {
            callers[stack] = rest.prefix(frames.count).flatMap { frame in
                if let known = known[frame] { return known }
                var found = frame.symbols.map { Caller($0, in: frame) }
                if found.isEmpty, frame.isInCLibrary { found = [Caller(Symbol(function: ""), in: frame)] }
                known[frame] = found
                return found
            }
            rest = rest.dropFirst(frames.count)
        }
        let places = wanted.roots.compactMap(snapshot.frame(ofRoot:))
        variables = Dictionary(uniqueKeysWithValues: zip(wanted.roots, names.variables(of: places)))
            .compactMapValues(\.self)
        modules = ModuleOrigins(seenIn: named)
    }

    /// Returns the addresses, stacks and roots to look up, without duplicates and in a stable order.
    private static func wanted(
        by paths: [HeapPath], _ others: [Int], in snapshot: HeapSnapshot
    ) -> (functions: [UInt64], stacks: [UInt32], roots: [Int]) {
        var functions = Set(others.compactMap(snapshot.function(ofEdge:)))
        var stacks: Set<UInt32> = []
        var roots: Set<Int> = []
        for path in paths {
            if case .root(let root) = path.origin {
                if snapshot.frame(ofRoot: root) != nil { roots.insert(root) }
                if let function = snapshot.function(ofRoot: root) { functions.insert(function) }
            }
            functions.formUnion(path.edges.lazy.compactMap(snapshot.function(ofEdge:)))
            for node in path.nodes {
                functions.formUnion(snapshot.resumptions(ofTask: node))
                guard snapshot.nodes[node].stack != HeapSnapshot.none, snapshot.needsStack(node) else { continue }
                stacks.insert(snapshot.nodes[node].stack)
            }
        }
        return (functions.sorted(), stacks.sorted(), roots.sorted())
    }

    /// Returns the name of the code at the start of a function, or `nil` if it has none.
    func code(at address: UInt64?) -> CodeName? { address.flatMap { code[$0] } }

    /// Returns the known functions of a task's asynchronous backtrace, innermost first.
    func resumptions(ofTask node: Int) -> [CodeName] {
        snapshot.resumptions(ofTask: node).compactMap { code(at: $0) }.filter { $0.module != nil }
    }

    /// Returns the functions that allocated a node, innermost first, including inlined ones.
    func callers(ofNode node: Int) -> [Caller] { callers[snapshot.nodes[node].stack, default: []] }

    /// Returns the demangled name of the variable that contains a root.
    func variable(ofRoot root: Int) -> String? { variables[root] }

    /// Returns `true` if a module is the program's own.
    func isProgram(_ module: String) -> Bool { modules.isProgram(module) }
}

/// A function in an allocation stack.
struct Caller: Hashable {
    let symbol: Symbol
    /// `true` if the function belongs to a library of the toolchain or of the system.
    let isPlatform: Bool
    /// The name shown in a trace.
    let code: CodeName
    /// `true` if the function only allocates for its caller, or is part of the C library or the Swift runtime.
    let isAllocator: Bool
    /// `true` if the C library works with what the function allocates, such as a file, and lists it among others.
    let isOwnedByCLibrary: Bool
    /// `true` if the function allocates for all parts of its library, so that it does not identify the memory.
    let isSharedAllocator: Bool

    /// Parses the name of a function. This is slow: share the result among stacks.
    init(_ symbol: Symbol, in frame: Frame) {
        (self.symbol, isPlatform) = (symbol, frame.isInPlatformLibrary)
        code = CodeName(symbol)
        isAllocator =
            symbol.isAllocator || frame.isInCLibrary || symbol.function.hasPrefix("swift_") || code.module == "Swift"
        isOwnedByCLibrary = frame.isInCLibrary && !symbol.returnsMemory
        isSharedAllocator = Self.sharedAllocators.contains(where: symbol.function.hasPrefix)
    }

    private static let sharedAllocators = [
        "CFAllocatorAllocate", "_Block_copy", "_Block_object_assign", "_CFAllocator", "_CFRuntimeCreateInstance",
        "__CFAllocator", "_dispatch_Block_copy", "_dispatch_calloc", "_dispatch_object_alloc", "_os_object_alloc",
    ]
}

extension HeapSnapshot {
    /// Returns the place of a global in its module, or `nil` for other roots.
    func frame(ofRoot index: Int) -> Frame? {
        let root = roots[index]
        guard root.kind == .global, root.owner != Self.none else { return nil }
        return modules[Int(root.owner)].frame(at: root.address)
    }

    /// Returns the innermost functions of a task's asynchronous backtrace.
    ///
    /// Without a record of the task's state, the result is the function beside its first reference.
    fileprivate func resumptions(ofTask node: Int) -> [UInt64] {
        guard type(ofNode: node)?.kind == .task else { return [] }
        if let task = task(ofNode: node) { return Array(frames(of: task).prefix(12)) }
        return nodes[node].edges.prefix(1).compactMap(function(ofEdge:))
    }

    /// Returns `true` if the allocation stack is needed to identify a node.
    ///
    /// A class instance is identified by its type, unless its module is named like a known library, which the program's
    /// own may be too.
    fileprivate func needsStack(_ node: Int) -> Bool {
        let type = type(ofNode: node)
        return switch type?.kind {
        case .object: type?.module.map(isKnownLibrary) ?? false
        case .box, .error: false
        case .closure, .task, .other, .raw, nil: true
        }
    }
}
