internal import OutliveModel

/// The reduction of consecutive library holders to one or two steps, by their object inspectors.
enum LibraryFolding {
    /// Returns the holders with each run of library holders reduced; the first of a cycle and the last stay unchanged.
    static func collapsed(_ holders: [Holder], isCycle: Bool) -> [Holder] {
        var result: [Holder] = []
        var index = 0
        while index < holders.count {
            let start = index
            while index < holders.count - 1, !(isCycle && index == 0), holders[index].author != .program { index += 1 }
            if index > start {
                let (steps, closureName) = steps(of: Array(holders[start..<index]), before: holders[index])
                result += steps
                if let closureName {
                    result.append(holders[index].called(closureName))
                } else {
                    result.append(holders[index])
                }
            } else {
                result.append(holders[index])
            }
            index += 1
        }
        return result
    }

    private static func steps(of run: [Holder], before next: Holder) -> ([Holder], closure: ObjectInspector?) {
        // A task lives until it completes, regardless of what resumes it.
        if next.kind == .task, run.first?.node == nil || run.first?.kind != .object { return ([], nil) }
        let known = run.compactMap { holder in ObjectInspector.of(holder).map { (holder, $0) } }
        let keeper = known.first { $0.1.place == .keeper }
        let allKept = known.filter { $0.1.place == .kept }
        let weight = allKept.lazy.map(\.1.weight).max()
        let kept = allKept.last { $0.1.weight == weight }
        var steps: [Holder] = []
        if let keeper { steps.append(keeper.0.meaning(keeper.1)) }
        if let kept, !(kept.1.isClosure && next.kind == .closure) { steps.append(kept.0.meaning(kept.1)) }
        if steps.isEmpty {
            let speaking = run.first { $0.kind == .object && $0.author == .library } ?? run.first { $0.kind == .global }
            steps.append(speaking ?? run[0])
        }
        let isDying = run.contains { $0.isDying }
        if isDying { steps[steps.count - 1].isDying = true }
        steps[steps.count - 1].libraryProperty = run.last { $0.publicProperty != nil }?.publicProperty
        // References between the library's own objects are no information.
        for index in steps.indices { steps[index].reference.pieces = [] }
        return (steps, kept.flatMap { $0.1.isClosure && next.kind == .closure ? $0.1 : nil })
    }
}

extension Holder {
    /// The property of a library object if its name is public, for example `Thread.threadDictionary`.
    fileprivate var publicProperty: String? {
        let type = TypeNames.base(typeName)
        guard kind == .object, author == .library, let property = reference.property,
            ![type, property].contains(where: { $0.hasPrefix("_") })
        else { return nil }
        return "\(type).\(property)"
    }

    /// Returns the holder as described by its object inspector.
    fileprivate func meaning(_ meaning: ObjectInspector) -> Holder {
        var holder = self
        holder.kind = .library
        holder.name = meaning.name
        holder.meaning = meaning
        holder.author = .library
        return holder
    }

    /// Returns a closure of the program named after the library object that it was passed to.
    fileprivate func called(_ meaning: ObjectInspector) -> Holder {
        var holder = self
        holder.meaning = meaning
        holder.name = location == nil ? "\(meaning.name) in \(code?.function ?? name)" : meaning.name
        return holder
    }
}
