internal import OutliveModel

/// A symbol cache with the names of all code and variables of a set of paths.
struct SymbolCache: Sendable {
    private let snapshot: HeapSnapshot
    private var code: [UInt64: CodeName] = [:]
    private var stacks: [UInt32: [Caller]] = [:]
    private var variables: [Int: String] = [:]
    private let modules: OwnModules

    /// Looks up all names in one request, which blocks the calling thread.
    ///
    /// - Parameter others: Further edges whose functions are looked up.
    init(for paths: [HeapPath], and others: [Int], in snapshot: HeapSnapshot, names: any AddressNames) {
        self.snapshot = snapshot
        var places = FrameNames(snapshot.modules)
        let wanted = Wanted(paths, others, in: snapshot)
        let epoch = snapshot.stacks.lazy.map(\.epoch).max() ?? 0
        var frames: [Frame] = wanted.functions.map { address in
            var frame = places.frame(address, epoch: epoch)
            // The address is a function's first byte. The lookup expects a return address and reads the byte before it.
            frame.offset += 1
            return frame
        }
        let functionCount = frames.count
        for stack in wanted.stacks {
            let epoch = snapshot.stacks[Int(stack)].epoch
            frames += snapshot.frames(ofStack: Int(stack)).map { places.frame($0, epoch: epoch) }
        }
        let named = names.functions(of: frames)
        for (address, frame) in zip(wanted.functions, named) { code[address] = CodeName(frame.symbols) }
        // Most stacks share most of their callers.
        var callers: [Frame: [Caller]] = [:]
        var next = functionCount
        for stack in wanted.stacks {
            let count = snapshot.frames(ofStack: Int(stack)).count
            stacks[stack] = named[next..<next + count].flatMap { frame in
                if let known = callers[frame] { return known }
                let isPlatform = frame.isInPlatformLibrary
                let found = frame.symbols.map { Caller(symbol: $0, isPlatform: isPlatform) }
                callers[frame] = found
                return found
            }
            next += count
        }
        let found = names.variables(of: wanted.roots.map { root in Self.place(of: snapshot.roots[root], in: snapshot) })
        for (root, name) in zip(wanted.roots, found) { variables[root] = name }
        modules = OwnModules(seenIn: named)
    }

    /// Returns the name of the code at the start of a function, or `nil` if it has none.
    func code(at address: UInt64?) -> CodeName? {
        address.flatMap { code[$0] }
    }

    /// Returns the known functions of a task's asynchronous backtrace, innermost first.
    func resumptions(ofTask node: Int) -> [CodeName] {
        snapshot.resumptions(ofTask: node).compactMap { code(at: $0) }.filter { $0.module != nil }
    }

    /// Returns the functions that allocated a node, innermost first, including inlined ones.
    func allocation(of node: Int) -> [Caller] { stacks[snapshot.nodes[node].stack, default: []] }

    /// Returns the demangled name of the variable that contains a root.
    func variable(ofRoot root: Int) -> String? { variables[root] }

    /// Returns `true` if a module is the program's own.
    func isProgram(_ module: String) -> Bool { modules.contains(module) }

    /// Returns the place of a root in its module.
    static func place(of root: HeapSnapshot.Root, in snapshot: HeapSnapshot) -> Frame {
        let module = snapshot.modules[Int(root.owner)]
        return Frame(module: module.path, buildID: module.buildID, offset: root.address &- module.loadBias)
    }
}

/// A function in an allocation stack.
struct Caller: Hashable {
    let symbol: Symbol
    /// `true` if the function belongs to a library of the toolchain or of the system.
    let isPlatform: Bool
    /// The name shown in a trace.
    let code: CodeName
    /// `true` if the function only passes requests on to malloc.
    let isAllocator: Bool
    /// `true` if the function allocates for all parts of its library, so that it does not identify the memory.
    let isMakerOfAll: Bool

    /// Parses the name of a function. This is slow: share the result among stacks.
    init(symbol: Symbol, isPlatform: Bool) {
        (self.symbol, self.isPlatform) = (symbol, isPlatform)
        code = CodeName(symbol)
        let name = symbol.function
        isAllocator =
            name.hasPrefix("swift_") || name.hasPrefix("operator new") || name.hasPrefix("_Zn")
            || Self.allocators.contains(name) || code.module == "Swift"
        isMakerOfAll = Self.makers.contains { name.hasPrefix($0) }
    }

    private static let allocators: Set<String> = [
        "aligned_alloc", "calloc", "malloc", "posix_memalign", "realloc", "strdup",
    ]
    private static let makers = [
        "CFAllocatorAllocate", "_Block_copy", "_Block_object_assign", "_CFAllocator", "_CFRuntimeCreateInstance",
        "__CFAllocator", "_dispatch_Block_copy", "_dispatch_calloc", "_dispatch_object_alloc", "_os_object_alloc",
    ]
}

/// The addresses, stacks and roots to look up, without duplicates and in a stable order.
private struct Wanted {
    var functions: [UInt64] = []
    var stacks: [UInt32] = []
    var roots: [Int] = []

    init(_ paths: [HeapPath], _ others: [Int], in snapshot: HeapSnapshot) {
        var functions = Set(others.compactMap(snapshot.function(ofEdge:)))
        var stacks: Set<UInt32> = []
        var roots: Set<Int> = []
        for path in paths {
            if case .root(let root) = path.origin {
                if snapshot.roots[root].kind == .global, snapshot.roots[root].owner != HeapSnapshot.none {
                    roots.insert(root)
                }
                if let function = snapshot.function(ofRoot: root) { functions.insert(function) }
            }
            for edge in path.edges {
                if let function = snapshot.function(ofEdge: edge) { functions.insert(function) }
            }
            for node in path.nodes {
                functions.formUnion(snapshot.resumptions(ofTask: node))
                guard snapshot.nodes[node].stack != HeapSnapshot.none, snapshot.needsStack(node) else { continue }
                stacks.insert(snapshot.nodes[node].stack)
            }
        }
        self.functions = functions.sorted()
        self.stacks = stacks.sorted()
        self.roots = roots.sorted()
    }
}

extension HeapSnapshot {
    /// Returns the innermost functions of a task's asynchronous backtrace.
    ///
    /// Without a record of the task's state, the result is the function beside its first reference.
    fileprivate func resumptions(ofTask node: Int) -> [UInt64] {
        guard types[Int(nodes[node].type)].type?.kind == .task else { return [] }
        if let task = task(ofNode: node) { return Array(frames(of: task).prefix(12)) }
        return [nodes[node].edges.first.flatMap(function(ofEdge:))].compactMap(\.self)
    }

    /// Returns `true` if the allocation stack is needed to identify a node.
    ///
    /// A class instance is identified by its type, unless its module is named like a known library, which the program's
    /// own may be too.
    fileprivate func needsStack(_ node: Int) -> Bool {
        let type = types[Int(nodes[node].type)].type
        return switch type?.kind {
        case .object: type?.module.map(isKnownLibrary) ?? false
        case .box, .error: false
        case .closure, .task, .other, .raw, nil: true
        }
    }
}
