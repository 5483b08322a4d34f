import OutliveHeap
import OutliveModel

/// A heap as text, for tests: its objects and the references between them.
///
///     global static App.Core.shared : App.Core => core
///     stack main => core
///     core = App.Core
///       session: App.Session => session
///       weak owner: App.Screen => screen
///     list = array App.Session count 2
///       [0] => session
///       [1].owner: App.Screen => screen
///     table = dictionary Swift.String, App.Session
///       value => session
///     tap = closure (Swift.Int, App.Session) in closure #1 () -> () in App.Screen.show() -> () at Screen.swift:9
///       : App.Session => session
///     block = raw in malloc_user < App.Screen.show() -> () at Screen.swift:12
///       word => session
///
/// After a target, `by FUNCTION at FILE:LINE` is the code in the word before the reference. After an object,
/// `in FUNCTION at FILE:LINE < FUNCTION ...` is its allocation stack, with `lib` before a function of a library.
/// `born N` is its cycle, `size N` its size of at most 4096 bytes.
struct HeapSketch: AddressNames {
    private(set) var builder = SnapshotBuilder()
    private var nodes: [String: Int] = [:]
    private var symbols: [UInt64: Symbol] = [:]
    private var names: [UInt64: String] = [:]
    private var next: UInt64 = 0x100
    /// The address ranges of the process.
    private enum Place {
        static let program: UInt64 = 0x10_0000
        static let library: UInt64 = 0x20_0000
        static let size: UInt64 = 0x10_0000
    }

    /// Builds the heap.
    ///
    /// - Parameters:
    ///   - base: The address of the first block.
    ///   - isReversed: `true` to place the blocks in the opposite order in memory.
    ///   - seed: The seed of a random order of the blocks in memory, or `nil` for that of the text.
    ///   - moved: The number of lines by which all code is further down in its file.
    init(_ text: String, base: UInt64 = 0x5000_0000, isReversed: Bool = false, seed: UInt64? = nil, moved: Int = 0) {
        (builder.flags, builder.cycle) = (3, 10)
        builder.module("/opt/app/bin/app", bias: Place.program, Place.program..<Place.program + Place.size)
        builder.module("/usr/lib/libdispatch.so", bias: Place.library, Place.library..<Place.library + Place.size)
        var blocks: [Block] = []
        var roots: [Line] = []
        for text in text.split(separator: "\n") where !text.allSatisfy({ $0 == " " }) {
            let line = Line(text, moved: moved)
            if line.isIndented {
                blocks[blocks.count - 1].references.append(line)
            } else if line.target != nil {
                roots.append(line)
            } else {
                blocks.append(Block(line))
            }
        }
        // Code stays in its place, wherever the blocks are.
        var allocations: [String: [UInt64]] = [:]
        for block in blocks { allocations[block.name] = block.line.stack.map { address($0) + 1 } }
        if isReversed { blocks.reverse() }
        if let seed {
            var random = SplitMix(state: seed)
            blocks.shuffle(using: &random)
        }
        for (index, block) in blocks.enumerated() { nodes[block.name] = index }
        var edges: UInt32 = 0
        var functions: [(reference: UInt32, isOfRoot: Bool, address: UInt64)] = []
        var tables: [(node: UInt32, isSet: Bool)] = []
        for (index, block) in blocks.enumerated() {
            let layout = Layout(block)
            let type = builder.type(
                layout.type, layout.kind, stride: layout.stride, fields: layout.fields,
                elementFields: layout.elementFields, valueFields: layout.valueFields)
            let frames = allocations[block.name, default: []]
            let stack = frames.isEmpty ? .max : builder.stack(frames)
            var placed: [(offset: UInt32, target: UInt32)] = []
            for (reference, offset) in zip(block.references, layout.offsets).sorted(by: { $0.1 < $1.1 }) {
                if let code = reference.code { functions.append((edges, false, address(code))) }
                placed.append((offset, node(reference.target!)))
                edges += 1
            }
            builder.node(
                base + UInt64(index) * 0x1000, bytes: block.line.bytes, type: type, stack: stack,
                birth: block.line.birth, elements: block.count, edges: placed)
            if let isSet = layout.isSet { tables.append((UInt32(index), isSet)) }
        }
        for (index, root) in roots.enumerated() {
            add(root)
            if let code = root.code { functions.append((UInt32(index), true, address(code))) }
        }
        for table in tables {
            builder.hashTable(
                table.node, buckets: 8, keys: (64, 16), values: table.isSet ? (0, 0) : (Layout.firstValue, 16))
        }
        for function in functions where !function.isOfRoot { builder.function(function.reference, function.address) }
        for function in functions where function.isOfRoot {
            builder.function(function.reference, ofRoot: true, function.address)
        }
    }

    /// The snapshot.
    var snapshot: HeapSnapshot { get throws { try HeapSnapshot(builder.file) } }

    /// The index of a block.
    subscript(name: String) -> Int { nodes[name]! }

    /// The traces of some blocks, which are all that is not meant to live, besides others that are named.
    func traces(of names: [String], leaking others: [String] = []) throws -> [LeakTrace] {
        let wanted = names.map { self[$0] }
        let traces = HeapTraces(AnalysedSnapshot(try snapshot, names: self))
        return traces.traces(of: wanted, leaking: Set(wanted + others.map { self[$0] }))
    }

    /// The one trace of a block.
    func trace(of name: String, leaking others: [String] = []) throws -> LeakTrace {
        try traces(of: [name], leaking: others)[0]
    }

    /// The one trace of a container that grows, and is itself meant to live.
    func trace(ofContainer name: String) throws -> LeakTrace {
        try HeapTraces(AnalysedSnapshot(snapshot, names: self)).traces(of: [self[name]], leaking: [])[0]
    }

    // MARK: - Names

    func functions(of frames: [Frame]) -> [Frame] {
        frames.map { frame in
            var frame = frame
            let bias = frame.module.hasSuffix("app") ? Place.program : Place.library
            if let symbol = symbols[frame.offset + bias - 1] { frame.symbols = [symbol] }
            return frame
        }
    }

    func variables(of frames: [Frame]) -> [String?] {
        frames.map { names[$0.offset + ($0.module.hasSuffix("app") ? Place.program : Place.library)] }
    }

    // MARK: - Building

    private func node(_ name: Substring) -> UInt32 {
        guard let index = nodes[String(name)] else { fatalError("no block is called '\(name)'") }
        return UInt32(index)
    }

    private mutating func place(isLibrary: Bool) -> UInt64 {
        next += 0x10
        return next + (isLibrary ? Place.library : Place.program)
    }

    private mutating func address(_ code: Line.Code) -> UInt64 {
        let address = place(isLibrary: code.isLibrary)
        symbols[address] = code.symbol
        return address
    }

    private mutating func add(_ root: Line) {
        let target = node(root.target!)
        switch root.words.first {
        case "stack", "threadlocal":
            let name = root.words.dropFirst().joined(separator: " ")
            builder.thread(name, id: name == "main" ? 4711 : 4712, 0x7000..<0x8000)
            let thread = (builder.sections[11]?.count ?? 1) - 1
            builder.root(target, kind: root.words[0] == "stack" ? 2 : 3, owner: thread, address: 0x7000)
        case "mapping": builder.root(target, kind: 4)
        default:
            let isLibrary = root.words.dropFirst().first == "lib"
            let address = place(isLibrary: isLibrary)
            let name = root.words.dropFirst(isLibrary ? 2 : 1).joined(separator: " ")
            if !name.isEmpty { names[address] = name }
            builder.root(target, kind: 1, owner: isLibrary ? 1 : 0, address: address)
        }
    }
}

/// Random numbers that are the same for a seed in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
