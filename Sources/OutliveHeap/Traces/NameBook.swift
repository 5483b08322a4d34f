internal import OutliveModel

/// The names of all code and variables that a set of paths needs, asked for at once.
struct NameBook: Sendable {
    private let snapshot: HeapSnapshot
    private var code: [UInt64: CodeName] = [:]
    private var stacks: [UInt32: [Caller]] = [:]
    private var variables: [Int: String] = [:]
    private let modules: OwnModules

    /// Looks everything up.
    ///
    /// Blocks the calling thread.
    ///
    /// - Parameter others: edges beside the paths whose functions are asked for.
    init(for paths: [HeapPath], and others: [Int], in snapshot: HeapSnapshot, names: any AddressNames) {
        self.snapshot = snapshot
        var places = FrameNames(snapshot.modules)
        let wanted = Wanted(paths, others, in: snapshot)
        let epoch = snapshot.stacks.lazy.map(\.epoch).max() ?? 0
        var frames: [Frame] = wanted.functions.map { address in
            var frame = places.frame(address, epoch: epoch)
            // It is where a function begins, and look-ups are of what comes before a return address.
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
        // Most stacks have most of their callers in common.
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

    /// The name of the code at the start of a function; nil where it has none.
    func code(at address: UInt64?) -> CodeName? {
        address.flatMap { code[$0] }
    }

    /// Where a task goes on when what it waits for has happened: its functions, innermost first, as far as they are known.
    func resumptions(ofTask node: Int) -> [CodeName] {
        snapshot.resumptions(ofTask: node).compactMap { code(at: $0) }.filter { $0.module != nil }
    }

    /// The functions that a node was allocated in, innermost first, with those that were inlined.
    func allocation(of node: Int) -> [Caller] { stacks[snapshot.nodes[node].stack, default: []] }

    /// The demangled name of the variable that a root is in.
    func variable(ofRoot root: Int) -> String? { variables[root] }

    /// Whether a module is the program's own.
    func isProgram(_ module: String) -> Bool { modules.contains(module) }

    /// The place of a root in its module.
    static func place(of root: HeapSnapshot.Root, in snapshot: HeapSnapshot) -> Frame {
        let module = snapshot.modules[Int(root.owner)]
        return Frame(module: module.path, buildID: module.buildID, offset: root.address &- module.loadBias)
    }
}

/// A function in an allocation stack.
struct Caller: Hashable {
    let symbol: Symbol
    /// Whether it is in a library of the toolchain or of the system.
    let isPlatform: Bool
    /// What it is called in a trace.
    let code: CodeName
    /// Whether it only passes on to malloc what others ask for.
    let isAllocator: Bool
    /// Whether it makes memory for all parts of its library, so that it does not tell what the memory is.
    let isMakerOfAll: Bool

    /// Reads the name of a function, which takes time: once for all the stacks that it is in.
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

/// What is to be looked up, each once and in a stable order.
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
    /// The functions that a task goes on with, innermost first, of which the first few say what it waits for.
    ///
    /// Without a record of its state it is the one that stands beside its first reference.
    fileprivate func resumptions(ofTask node: Int) -> [UInt64] {
        guard types[Int(nodes[node].type)].type?.kind == .task else { return [] }
        if let task = task(ofNode: node) { return Array(frames(of: task).prefix(12)) }
        return [nodes[node].edges.first.flatMap(function(ofEdge:))].compactMap(\.self)
    }

    /// Whether where a node was allocated tells what it is: that of a class tells it itself, unless its module has the name
    /// of a known library, which the program's own may have as well.
    fileprivate func needsStack(_ node: Int) -> Bool {
        let type = types[Int(nodes[node].type)].type
        return switch type?.kind {
        case .object: type?.module.map(isKnownLibrary) ?? false
        case .box, .error: false
        case .closure, .task, .other, .raw, nil: true
        }
    }
}
