internal import OutliveModel

extension RetentionPaths {
    /// Returns all strong references to the objects of each type, grouped by holder and place, with the references to
    /// those holders below them.
    ///
    /// Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - types: The nodes of each type, the most important type first.
    ///   - perGroup: The maximum number of groups below one other, for each step from the objects outwards.
    ///   - ofAll: The maximum number of groups of all types, for each step.
    ///   - reads: The maximum number of references that are read to group those to holders.
    func referenceTrees(
        of types: [[Int]], names: any AddressNames, perGroup: [Int] = [12, 6, 4, 3],
        ofAll: [Int] = [24_000, 6_000, 4_000, 2_000], reads: Int = 20_000_000
    ) -> [PicturedReferences] {
        var search = ReferenceSearch(self, reads: reads)
        var level = search.references(toTypes: types, maximum: perGroup.first ?? 0)
        var trees = level.map { _ in OpenGroups() }
        var groups: [OpenGroups.Group] = []
        // A level is finished before the next one, so that the first types do not take the place of all others.
        var owners = Array(level.indices).map { (tree: $0, group: Int?.none) }
        for (maximum, all) in zip(perGroup, ofAll) {
            var room = all
            var next: [(found: FoundGroup, group: Int)] = []
            for (found, owner) in zip(level, owners) {
                let shown = found.groups.sorted().prefix(min(maximum, room))
                room -= shown.count
                let first = groups.count
                groups += shown.map { (found: $0, inner: OpenGroups(others: search.references(to: $0))) }
                let inner = OpenGroups(
                    groups: first..<groups.count,
                    others: found.others + found.groups.reduce(0) { $0 + $1.references }
                        - shown.reduce(0) { $0 + $1.references })
                if let group = owner.group { groups[group].inner = inner } else { trees[owner.tree] = inner }
                next += zip(shown, first...).map { (found: $0, group: $1) }
            }
            (level, owners) = ([], [])
            for (found, group) in next {
                guard let above = search.references(toHoldersOf: found) else { continue }
                level.append((above, 0))
                owners.append((tree: 0, group: group))
            }
        }
        let reader = reader(of: groups.map(\.found), names)
        return trees.map { $0.picture(groups, reader) }
    }

    private func reader(of found: [FoundGroup], _ names: any AddressNames) -> HolderReader {
        let paths = found.map { group in
            switch group.example {
            case .root(let root): HeapPath(origin: .root(root), nodes: [])
            case .edge(_, let source): HeapPath(to: source)
            }
        }
        let symbols = SymbolCache(for: paths, and: [], in: graph.snapshot, names: names)
        return HolderReader(graph, symbols: symbols, leaking: [])
    }
}

/// Groups of a tree under construction.
private struct OpenGroups {
    /// A group with the groups below it.
    typealias Group = (found: FoundGroup, inner: OpenGroups)

    var groups = 0..<0
    /// The number of references in further groups.
    var others = 0

    func picture(_ all: [Group], _ reader: HolderReader) -> PicturedReferences {
        var result = PicturedReferences(others: others)
        for index in groups {
            let group = all[index]
            result.add(
                ReferenceGroup(
                    step: reader.step(of: group.found.example), references: group.found.references,
                    holders: group.found.holders, referrers: group.inner.picture(all, reader)))
        }
        return result
    }
}

extension HolderReader {
    /// Returns the holder and its reference without the positions in collections.
    fileprivate func step(of example: FoundGroup.Example) -> TraceStep {
        switch example {
        case .root(let root): holder(ofRoot: root).step
        case .edge(let edge, let source): holder(ofEdge: edge, from: source).stepWithoutPositions
        }
    }
}

extension Holder {
    /// The step of a leak trace without the positions in collections.
    var stepWithoutPositions: TraceStep {
        var step = self.step
        if let edge = step.edge, edge == reference.text, !reference.isRun { step.edge = reference.shape }
        return step
    }
}
