package import OutliveModel
internal import OutliveSupport

extension AnalysedSnapshot {
    /// Returns everything that is known of a block. Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - node: The index of the block in the snapshot.
    ///   - showsContents: `true` to include the contents of texts.
    /// - Complexity: O(references of the snapshot), after the graph, the paths and the retained sizes, which are made
    ///   once.
    package func details(ofNode node: Int, showsContents: Bool = false) -> ObjectDetails {
        let item = snapshot.nodes[node]
        let path = paths.path(to: node)
        let roots = snapshot.roots.indices.filter { snapshot.roots[$0].node == UInt32(node) }
        let symbols = SymbolCache(
            for: [path] + roots.map { HeapPath(origin: .root($0), nodes: [node]) }, and: [], in: snapshot, names: names)
        let reader = HolderReader(graph, symbols: symbols, leaking: [])
        let trace = FoldedTrace(path, reader)
        var stacks = AllocationStacks(snapshot)
        let links = ObjectLinks(self)
        let hasElements = snapshot.types[snapshot.contentType(ofNode: node)].elementStride > 0
        return ObjectDetails(
            links.link(to: node), birth: snapshot.header.cycle > 0 ? Int(item.birth) : nil,
            isDeinitialised: item.isDeinitialised, elements: hasElements ? Int(item.elements) : nil,
            counts: snapshot.objectContents?.counts(ofNode: node),
            fields: snapshot.objectFields(ofNode: node, showsContents: showsContents),
            referrers: roots.map { root in
                ObjectReference(nil, root: reader.holder(ofRoot: root).name, strength: .strong)
            } + links.referrers(of: node),
            references: links.references(of: node),
            path: LeakTrace(shape: trace.shape, steps: trace.holders.map(\.step)),
            site: stacks.backtraces(ofStacks: [item.stack], names: names)[0])
    }

    /// Returns the blocks of a type by retained size, the largest first.
    ///
    /// - Complexity: O(nodes log nodes), after the retained sizes.
    package func objects(ofType type: HeapType) -> [ObjectLink] {
        let links = ObjectLinks(self)
        return snapshot.nodes(ofType: type).map { (node: $0, bytes: retainedSizes.retainedBytes(of: $0)) }
            .sorted { ($1.bytes, $0.node) < ($0.bytes, $1.node) }.map { links.link(to: $0.node) }
    }
}

extension HeapSnapshot {
    /// Returns the live objects of a type, as ascending indices of nodes.
    func nodes(ofType type: HeapType) -> [Int] {
        let numbers = Set(types.indices.filter { types[$0].type == type }.map(UInt32.init))
        return nodes.indices.filter { numbers.contains(nodes[$0].type) && !nodes[$0].isDeinitialised }
    }

    /// Returns the node that contains an address, or `nil` if no block does.
    package func node(containing address: UInt64) -> Int? {
        let index = nodes.partitioningIndex { $0.address > address } - 1
        guard index >= 0, address - nodes[index].address < max(nodes[index].bytes, 1) else { return nil }
        return index
    }
}
