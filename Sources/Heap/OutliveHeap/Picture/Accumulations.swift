internal import OutliveModel
internal import OutliveSupport

extension AnalysedSnapshot {
    /// The smallest share of the live bytes that an accumulation has.
    private static let minimumShare = 0.05
    /// The smallest share of an accumulation for which a type in it is listed.
    private static let minimumShareOfType = 0.01

    /// Returns the objects and blocks in which most of the live memory gathers, for leak traces.
    ///
    /// A single snapshot cannot show growth. It shows where one reference, such as that of an array, keeps many blocks
    /// of one type, or a single large one. What these keep alive follows them, by type; a type may occur several times.
    ///
    /// - Complexity: O(nodes) besides the retained sizes.
    package func accumulations() -> [LiveObjects] {
        let names = BlockNames(snapshot, sites: [:])
        let groups = RetainedGroups(
            retainedSizes, of: snapshot, names: names.names.items, name: { names.number(of: snapshot.nodes[$0]) },
            isNew: { _ in false })
        let found = groups.accumulations(atLeast: Self.minimumShare)
        var numbers = [Int32](repeating: -1, count: groups.groups.count)
        for (number, group) in found.enumerated() { numbers[group] = Int32(number) }
        for index in groups.groups.indices.dropFirst() where numbers[index] < 0 {
            numbers[index] = numbers[Int(groups.groups[index].parent)]
        }
        var members = [[HeapType: LiveObjects]](repeating: [:], count: found.count)
        for (node, group) in groups.groupOfNode.enumerated() where group >= 0 && numbers[Int(group)] >= 0 {
            guard !snapshot.nodes[node].isDeinitialised else { continue }
            let type = snapshot.type(ofNode: node) ?? .rawMemory
            let number = Int(numbers[Int(group)])
            members[number][type, default: LiveObjects(type: type, nodes: [], bytes: 0)].nodes.append(node)
            members[number][type]?.bytes += Int(clamping: snapshot.nodes[node].bytes)
        }
        return zip(found, members).flatMap { group, types in
            let minimum = Int(Double(groups.groups[group].retainedBytes) * Self.minimumShareOfType)
            let leader = groups.type(of: group)
            return types.values.filter { $0.bytes >= minimum || $0.type == leader }.sorted {
                if ($0.type == leader) != ($1.type == leader) { return $0.type == leader }
                return ($1.bytes, $0.type) < ($0.bytes, $1.type)
            }
        }
    }
}

extension RetainedGroups {
    /// The smallest number of blocks for each block above them that is more than a few fields.
    private static let crowd = 8.0

    /// Returns the groups in which memory gathers, the most retained bytes first.
    ///
    /// From each large group, the way leads down to the child that retains most of it. On this way, the group with the
    /// most blocks for each block above it is what gathers; if there are few everywhere, the last one is.
    ///
    /// - Parameter share: The smallest part of all bytes.
    func accumulations(atLeast share: Double) -> [Int] {
        let minimum = Int(Double(groups[0].retainedBytes) * share)
        var found: [Int] = []
        var waiting = children(of: 0, atLeast: minimum)
        while let start = waiting.popLast() {
            let way = way(from: start)
            let factors = way.map { factor($0) }
            let most = factors.max() ?? 0
            let isCrowd = most >= Self.crowd
            let index = isCrowd ? factors.firstIndex(of: most)! : way.count - 1
            // Beside the way, above what gathers.
            for (above, next) in zip(way.prefix(index), way.dropFirst()) {
                waiting += children(of: above, atLeast: minimum).filter { $0 != next }
            }
            let parts = children(of: way[index], atLeast: minimum)
            if isCrowd || parts.isEmpty || isMostlyOwn(way[index]) {
                found.append(way[index])
            } else {
                waiting += parts
            }
        }
        return found.sorted { (groups[$1].retainedBytes, $0) < (groups[$0].retainedBytes, $1) }
    }

    private func children(of group: Int, atLeast minimum: Int) -> [Int] {
        groups[group].children.values.map(Int.init).filter { groups[$0].retainedBytes >= minimum }.sorted()
    }

    /// Returns a group and the groups below it, each of which retains at least half of what is above it.
    private func way(from start: Int) -> [Int] {
        var way = [start]
        while true {
            let last = way[way.count - 1]
            let next = groups[last].children.values.map(Int.init).filter {
                groups[$0].retainedBytes >= groups[last].retainedBytes - groups[$0].retainedBytes
            }.min()
            guard let next else { return way }
            way.append(next)
        }
    }

    /// Returns the number of blocks for each block above a group.
    private func factor(_ group: Int) -> Double {
        let parent = Int(groups[group].parent)
        return Double(groups[group].blocks) / Double(parent == 0 ? 1 : max(groups[parent].blocks, 1))
    }

    /// Returns the type of the blocks of a group.
    func type(of group: Int) -> HeapType { names[Int(groups[group].name)].type ?? .rawMemory }

    private func isMostlyOwn(_ group: Int) -> Bool { groups[group].bytes * 2 >= groups[group].retainedBytes }
}
