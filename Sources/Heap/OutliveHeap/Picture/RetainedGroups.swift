internal import OutliveModel
internal import OutliveSupport

/// The dominator tree of a snapshot with equal siblings combined: blocks of one type that the same group retains are one
/// group.
///
/// A block that a block of its own type retains belongs to the group of that one, so that a list is a single group.
struct RetainedGroups {
    /// The limits of the tree: groups below a share of all bytes are left out, and the smallest beyond a number.
    struct Limits {
        var minimumShare = 0.0005
        var groups = 12_000
        var children = 120
        var depth = 40
    }

    struct Group {
        var parent: Int32
        /// The index in `names`.
        var name: UInt32
        var depth: UInt16 = 0
        var blocks = 0
        var bytes = 0
        var retainedBytes = 0
        var newBytes = 0
        /// The groups that it retains, by name.
        var children: [UInt32: Int32] = [:]
    }

    let names: [BlockName]
    /// The groups, each after its parent; the first one has all blocks.
    private(set) var groups: [Group]
    /// The index of the group of each node.
    private(set) var groupOfNode: [Int32]

    /// Adds up all blocks.
    ///
    /// - Parameters:
    ///   - names: The distinct names of blocks.
    ///   - name: Returns the index in `names` of a node.
    ///   - isNew: Returns `true` if an earlier snapshot does not contain a node.
    /// - Complexity: O(nodes).
    init(
        _ sizes: RetainedSizes, of snapshot: HeapSnapshot, names: [BlockName], name: (Int) -> UInt32,
        isNew: (Int) -> Bool
    ) {
        self.names = names
        groups = [Group(parent: -1, name: .max)]
        groupOfNode = [Int32](large: snapshot.nodes.count, repeating: -1)
        var waiting: [Int] = []
        for node in snapshot.nodes.indices {
            var at = UInt32(node)
            while at != HeapSnapshot.none, groupOfNode[Int(at)] < 0 {
                waiting.append(Int(at))
                at = sizes.dominators[Int(at)]
            }
            var above: Int32 = at == HeapSnapshot.none ? 0 : groupOfNode[Int(at)]
            while let next = waiting.popLast() {
                let number = name(next)
                let isInside = above != 0 && groups[Int(above)].name == number
                let group = isInside ? above : groups[Int(above)].children[number] ?? add(number, to: above)
                groupOfNode[next] = group
                let bytes = Int(clamping: snapshot.nodes[next].bytes)
                groups[Int(group)].blocks += 1
                groups[Int(group)].bytes = boundedSum(groups[Int(group)].bytes, bytes)
                if isNew(next) { groups[Int(group)].newBytes = boundedSum(groups[Int(group)].newBytes, bytes) }
                above = group
            }
        }
        // Children follow their parents.
        for index in groups.indices.reversed() {
            groups[index].retainedBytes = boundedSum(groups[index].retainedBytes, groups[index].bytes)
            let parent = Int(groups[index].parent)
            guard parent >= 0 else { continue }
            groups[parent].retainedBytes = boundedSum(groups[parent].retainedBytes, groups[index].retainedBytes)
            groups[parent].newBytes = boundedSum(groups[parent].newBytes, groups[index].newBytes)
        }
    }

    private mutating func add(_ name: UInt32, to parent: Int32) -> Int32 {
        let depth = groups[Int(parent)].depth
        // Below the limit of depth, everything is one group of its ancestor.
        guard depth < UInt16.max else { return parent }
        let group = Int32(groups.count)
        groups.append(Group(parent: parent, name: name, depth: depth + 1))
        groups[Int(parent)].children[name] = group
        return group
    }

    /// Returns the tree, with the sums of the groups that the limits leave out.
    func tree(_ limits: Limits = Limits()) -> RetainedGroup {
        let total = groups[0].retainedBytes
        // The largest groups of the whole tree, so that one part with many groups does not take the place of others.
        let minimum = max(Int(Double(total) * limits.minimumShare), smallest(among: limits.groups))
        return group(0, limits, minimum: minimum, depth: 0)
    }

    /// Returns the size of the smallest of the largest groups.
    private func smallest(among count: Int) -> Int {
        guard groups.count > count else { return 0 }
        return groups.map(\.retainedBytes).sorted(by: >)[count]
    }

    private func group(_ index: Int, _ limits: Limits, minimum: Int, depth: Int) -> RetainedGroup {
        let found = groups[index]
        let name = index == 0 ? BlockName(text: "live blocks", type: nil) : names[Int(found.name)]
        var result = RetainedGroup(
            name: name.text, type: name.type, blocks: index == 0 ? groups.reduce(0) { $0 + $1.blocks } : found.blocks,
            bytes: found.bytes, retainedBytes: found.retainedBytes, newBytes: found.newBytes)
        let sorted = found.children.values.map(Int.init).sorted {
            (groups[$1].retainedBytes, $0) < (groups[$0].retainedBytes, $1)
        }
        let shown =
            depth < limits.depth
            ? sorted.prefix(limits.children).prefix { groups[$0].retainedBytes > minimum } : []
        result.children = shown.map { group($0, limits, minimum: minimum, depth: depth + 1) }
        var left = Array(sorted.dropFirst(shown.count))
        // Many small groups of one family can be a large part.
        let families = depth < limits.depth ? families(of: &left, atLeast: minimum, limits) : []
        result.children = (result.children + families).sorted { $0.retainedBytes > $1.retainedBytes }
        leaveOut(left, of: &result)
        return result
    }

    private func leaveOut(_ left: some Collection<Int>, of result: inout RetainedGroup) {
        for index in left {
            result.otherGroups += 1
            result.otherBytes = boundedSum(result.otherBytes, groups[index].retainedBytes)
            result.otherNewBytes = boundedSum(result.otherNewBytes, groups[index].newBytes)
        }
    }

    /// Combines groups whose types have one generic type, or else one module, and removes them from the list.
    ///
    /// - Parameter left: Groups without a place of their own, most bytes first.
    private func families(of left: inout [Int], atLeast minimum: Int, _ limits: Limits) -> [RetainedGroup] {
        var families: [String: [Int]] = [:]
        for index in left {
            guard let type = names[Int(groups[index].name)].type, type.kind == .object else { continue }
            let generic = type.name.firstIndex(of: "<").map { "\(type.name[..<$0])<…>" }
            guard let name = generic ?? type.module.map({ "\($0).…" }) else { continue }
            families[name, default: []].append(index)
        }
        var taken: Set<Int> = []
        var found: [RetainedGroup] = []
        for (name, members) in families.sorted(by: { $0.key < $1.key }) where members.count > 1 {
            var family = RetainedGroup(name: name, type: HeapType(name: name, kind: .object))
            for index in members {
                family.blocks += groups[index].blocks
                family.retainedBytes = boundedSum(family.retainedBytes, groups[index].retainedBytes)
                family.newBytes = boundedSum(family.newBytes, groups[index].newBytes)
            }
            guard family.retainedBytes > minimum else { continue }
            let shown = members.prefix(limits.children)
            family.children = shown.map { group($0, limits, minimum: .max, depth: limits.depth) }
            leaveOut(members.dropFirst(shown.count), of: &family)
            taken.formUnion(members)
            found.append(family)
        }
        left.removeAll(where: taken.contains)
        return found
    }
}

/// The name of a block: its type or, for raw memory, the function that allocated it.
struct BlockName: Hashable, Sendable {
    var text: String
    var type: HeapType?
}

/// The names of all blocks of a snapshot.
struct BlockNames {
    private(set) var names = NumberTable<BlockName>()
    private var ofType: [UInt32?]
    private var ofStack: [UInt32: UInt32] = [:]
    private let unknown: UInt32

    /// Creates the names of the blocks.
    ///
    /// - Parameter sites: The stacks with symbols.
    init(_ snapshot: HeapSnapshot, sites: [UInt32: Backtrace]) {
        var names = NumberTable<BlockName>()
        ofType = snapshot.types.map { item in
            item.type.map { UInt32(names.number(of: BlockName(text: $0.description, type: $0))) }
        }
        unknown = UInt32(names.number(of: BlockName(text: HeapType.rawMemory.name)))
        var symbols = BestSymbols()
        var known: [Symbol: UInt32] = [:]
        let types = ofType
        let stacks = Set(snapshot.nodes.lazy.filter { types[Int($0.type)] == nil }.map(\.stack)).sorted()
        for stack in stacks {
            guard let backtrace = sites[stack], let symbol = symbols.symbol(of: backtrace) else { continue }
            ofStack[stack] = known.value(of: symbol) {
                UInt32(names.number(of: BlockName(text: "memory from \(FunctionName(symbol.function).brief)")))
            }
        }
        self.names = names
    }

    /// Returns the index in `names` of the name of a node.
    func number(of node: HeapSnapshot.Node) -> UInt32 { ofType[Int(node.type)] ?? ofStack[node.stack] ?? unknown }
}
