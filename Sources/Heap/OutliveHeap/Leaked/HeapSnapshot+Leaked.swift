package import OutliveModel

/// The leaked blocks of a process as a snapshot: nothing but they, and no root that leads to them.
package struct LeakedHeap: Sendable {
    package let snapshot: HeapSnapshot
    /// The names of the stacks and of the closures, by the addresses that the snapshot has for them.
    package let names: LeakedNames
    /// The nodes of blocks to which nothing else that leaks leads, in ascending order.
    let roots: [Int]
    /// The objects of the program nearest to each root that is none, in ascending order.
    let nearest: [Int]

    /// Creates a snapshot; the addresses are made up in the order of the blocks.
    ///
    /// - Complexity: O(blocks + references · log references)
    package init(_ leaked: LeakedBlocks) {
        let types = LeakedTypes(ofProcess: leaked.process)
        var layout = Layout(leaked, types)
        let references = leaked.references.indices.sorted {
            (leaked.references[$0].source, $0) < (leaked.references[$1].source, $1)
        }
        var (edges, functions): ([HeapSnapshot.Edge], [HeapSnapshot.ReferenceDetail]) = ([], [])
        var counts = [UInt32](repeating: 0, count: leaked.blocks.count)
        for index in references {
            let reference = leaked.references[index]
            counts[Int(reference.source)] += 1
            if let function = layout.function(of: reference) {
                functions.append(
                    HeapSnapshot.ReferenceDetail(reference: UInt32(edges.count), isOfRoot: false, value: function))
            }
            edges.append(HeapSnapshot.Edge(target: UInt32(reference.target), offset: layout.offset(of: reference)))
        }
        var (nodes, first): ([HeapSnapshot.Node], UInt32) = ([], 0)
        for (index, block) in leaked.blocks.enumerated() {
            nodes.append(
                HeapSnapshot.Node(
                    address: UInt64(index + 1) << 8, bytes: UInt64(min(max(block.allBytes, 0), 1 << 47)),
                    type: UInt32(block.type),
                    stack: block.stack < 0 ? HeapSnapshot.none : UInt32(block.stack), firstEdge: first,
                    edgeCount: counts[index]))
            first += counts[index]
        }
        snapshot = HeapSnapshot(
            processID: Int32(truncatingIfNeeded: leaked.processID ?? 0), types: layout.types, fields: layout.fields,
            stacks: layout.stacks(of: leaked), nodes: nodes, edges: edges, functions: functions)
        names = layout.names
        roots = leaked.blocks.indices.filter { leaked.blocks[$0].isRoot }
        nearest = Self.nearest(to: roots, in: snapshot)
    }

    /// The framework whose object is the root, or the first object of a closure; `nil` if the program or nothing has one.
    package var framework: String? {
        guard let root = roots.first.flatMap(snapshot.type(ofNode:)) else { return nil }
        let objects = snapshot.nodes.indices.lazy.compactMap { snapshot.type(ofNode: $0) }.filter { $0.kind == .object }
        guard let module = (root.kind == .object ? root : objects.first)?.module, !isOwnModule(module) else {
            return nil
        }
        return module
    }

    /// `true` if an object of the program is in the part, or a function of it on the stack of a root.
    package var hasProgram: Bool {
        !nearest.isEmpty
            || AllocationStacks.named(of: roots, in: snapshot, by: names).values.contains { $0.isOfProgram }
    }

    private static func nearest(to roots: [Int], in snapshot: HeapSnapshot) -> [Int] {
        let isOwn = snapshot.types.map { $0.type?.kind == .object && $0.type?.isOfOwnModule == true }
        var seen = Set(roots)
        var (waiting, found) = (roots.filter { !isOwn[Int(snapshot.nodes[$0].type)] }, [Int]())
        while let node = waiting.popLast() {
            for edge in snapshot.edges(ofNode: node) where seen.insert(Int(edge.target)).inserted {
                let target = Int(edge.target)
                if isOwn[Int(snapshot.nodes[target].type)] { found.append(target) } else { waiting.append(target) }
            }
        }
        return found.sorted()
    }

    /// The places of references in their types, which the output does not have, and the names of code.
    private struct Layout {
        private let leaked: LeakedBlocks
        private let module: String
        private(set) var types: [HeapSnapshot.BlockType] = []
        private(set) var fields: [HeapSnapshot.Field] = []
        private(set) var names = LeakedNames()
        /// The offset of each named reference, by its type and name.
        private var offsets: [[Int32]: UInt32] = [:]

        init(_ leaked: LeakedBlocks, _ types: LeakedTypes) {
            (self.leaked, module) = (leaked, types.program)
            let found = leaked.texts.map(types.type)
            var targets: [Int32: [Int32: Int32]] = [:]
            for reference in leaked.references where reference.name > 0 {
                let type = leaked.blocks[Int(reference.source)].type
                if targets[type]?[reference.name] == nil {
                    targets[type, default: [:]][reference.name] = leaked.blocks[Int(reference.target)].type
                }
            }
            for (index, type) in found.enumerated() {
                let named = (targets[Int32(index)] ?? [:]).sorted {
                    leaked.texts[Int($0.key)] < leaked.texts[Int($1.key)]
                }
                let first = fields.count
                for (place, field) in named.enumerated() {
                    let offset = UInt32(16 + 8 * place)
                    offsets[[Int32(index), field.key]] = offset
                    let target = found[Int(field.value)]
                    fields.append(
                        HeapSnapshot.Field(
                            name: Self.property(leaked.texts[Int(field.key)]),
                            type: target.map { $0.kind == .closure ? "() -> ()" : $0.name } ?? "", offset: offset))
                }
                self.types.append(
                    HeapSnapshot.BlockType(
                        type: type, instanceSize: UInt32(24 + 8 * named.count), fields: first..<fields.count))
            }
        }

        /// Returns the property of a reference: `onTap` for `onTap.context`, the context of a closure.
        private static func property(_ text: String) -> String {
            text.hasSuffix(".context") ? String(text.dropLast(".context".count)) : text
        }

        func offset(of reference: LeakedBlocks.Reference) -> UInt32 {
            let type = leaked.blocks[Int(reference.source)].type
            // A reference without a name lies behind all others.
            return offsets[[type, reference.name]] ?? types[Int(type)].instanceSize - 8
        }

        /// Returns the address of the code of a closure to which a property of the program leads, or `nil`.
        ///
        /// The output names no function of a closure, so that its property has to.
        mutating func function(of reference: LeakedBlocks.Reference) -> UInt64? {
            let (source, target) = (leaked.blocks[Int(reference.source)], leaked.blocks[Int(reference.target)])
            guard reference.name > 0, types[Int(target.type)].type?.kind == .closure,
                let holder = types[Int(source.type)].type
            else { return nil }
            let property = Self.property(leaked.texts[Int(reference.name)])
            switch holder.kind {
            case .closure where leaked.texts[Int(reference.name)].hasSuffix(".context"):
                return names.address(ofFunction: "closure #1 in \(module).\(property)")
            case .object where holder.isOfOwnModule:
                return names.address(ofFunction: "closure #1 in \(holder.name).\(property)")
            default: return nil
            }
        }

        mutating func stacks(of leaked: LeakedBlocks) -> [[UInt64]] {
            leaked.stacks.map { stack in stack.map { names.address(of: $0) } }
        }
    }
}

/// The names of code in the output of `leaks`, by made-up addresses.
package struct LeakedNames: AddressNames {
    private var frames: [Frame] = []
    private var numbers: [Frame: UInt64] = [:]
    private var functions: [String: UInt64] = [:]
    /// More than any frame that a snapshot of this program has.
    private static let start: UInt64 = 1 << 40

    mutating func address(of frame: Frame) -> UInt64 {
        if let known = numbers[frame] { return known }
        let address = add(frame)
        numbers[frame] = address
        return address
    }

    mutating func address(ofFunction name: String) -> UInt64 {
        if let known = functions[name] { return known }
        let address = add(Frame(module: "", buildID: nil, offset: 0, symbols: [Symbol(function: name)]))
        functions[name] = address
        return address
    }

    private mutating func add(_ frame: Frame) -> UInt64 {
        frames.append(frame)
        return Self.start + UInt64(frames.count - 1) << 4
    }

    package func functions(of frames: [Frame]) -> [Frame] {
        frames.map { frame in
            // The lookup of a function asks for the byte after its address.
            guard frame.offset >= Self.start, Int((frame.offset - Self.start) >> 4) < self.frames.count else {
                return frame
            }
            return self.frames[Int((frame.offset - Self.start) >> 4)]
        }
    }

    package func variables(of frames: [Frame]) -> [String?] { frames.map { _ in nil } }
}
