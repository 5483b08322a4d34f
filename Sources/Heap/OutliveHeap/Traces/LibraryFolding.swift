internal import OutliveModel

extension [Holder] {
    /// Returns the holders with each run of library holders reduced to one or two steps, by their object inspectors.
    ///
    /// The first of a cycle and the last stay unchanged.
    func withLibrariesFolded(isCycle: Bool) -> [Holder] {
        var result: [Holder] = []
        var run: [Holder] = []
        for (index, holder) in enumerated() {
            if index < count - 1, !(isCycle && index == 0), holder.author != .program {
                run.append(holder)
                continue
            }
            let (steps, closure) = run.librarySteps(before: holder)
            result += steps
            result.append(closure.map(holder.named(after:)) ?? holder)
            run = []
        }
        return result
    }

    /// Returns the steps of a run of library holders, or the inspector by which the closure after it is named.
    private func librarySteps(before next: Holder) -> (steps: [Holder], closure: ObjectInspector?) {
        // A task lives until it completes, regardless of what resumes it.
        guard let first, next.kind != .task || first.node != nil && first.kind == .object else {
            return ([], nil)
        }
        let known = flatMap { holder in
            [ObjectInspector.of(holder), holder.elementInspector].compactMap { $0.map { (holder, $0) } }
        }
        let owner = known.first { $0.1.role == .owner }
        let items = known.filter { $0.1.role == .item }
        let weight = items.lazy.map(\.1.weight).max()
        let item = items.last { $0.1.weight == weight }
        let closure = item.flatMap { $0.1.isClosure && next.kind == .closure ? $0.1 : nil }
        var steps: [Holder] = []
        if let owner { steps.append(owner.0.described(by: owner.1)) }
        if let item, closure == nil { steps.append(item.0.described(by: item.1)) }
        if steps.isEmpty {
            let named = self.first { $0.kind == .object && $0.author == .library } ?? self.first { $0.kind == .global }
            steps.append(named ?? first)
        }
        if contains(where: \.isLeaking) { steps[steps.count - 1].isLeaking = true }
        steps[steps.count - 1].libraryProperty = lazy.filter { !$0.isLeaking }.compactMap(\.publicProperty).last
        // References between the library's own objects carry no information, unless the program fills the property.
        for index in steps.indices where index < steps.count - 1 || !steps[index].isStore(lastOf: self) {
            steps[index].reference.pieces = []
        }
        return (steps, closure)
    }
}

extension Holder {
    /// The rule for the elements of a collection, if they are values: an event loop stores its tasks as structs.
    fileprivate var elementInspector: ObjectInspector? { reference.elementType.flatMap(ObjectInspector.of(type:)) }

    /// The property of an object of the toolchain if its name is public, for example `Thread.threadDictionary`; objects of
    /// packages are not seen by the program's code.
    fileprivate var publicProperty: String? {
        let type = TypeNames.base(typeName)
        guard kind == .object, author == .library, let property = reference.property,
            HeapType(name: typeName, kind: .object).module.map(isPlatformModule) == true,
            ![type, property].contains(where: { $0.hasPrefix("_") })
        else { return nil }
        return "\(type).\(property)"
    }

    /// Returns `true` if this object ends a run of library objects and has a public collection that leads on.
    fileprivate func isStore(lastOf run: [Holder]) -> Bool {
        node != nil && node == run.last?.node && publicProperty != nil && !reference.isOfSingleObject
    }

    fileprivate func described(by inspector: ObjectInspector) -> Holder {
        var holder = self
        holder.kind = .library
        holder.name = inspector.name
        holder.inspector = inspector
        holder.author = .library
        return holder
    }

    /// Returns a closure of the program named after the library object that it was passed to.
    fileprivate func named(after inspector: ObjectInspector) -> Holder {
        var holder = self
        holder.inspector = inspector
        holder.name = location == nil ? "\(inspector.name) in \(code?.function ?? name)" : inspector.name
        return holder
    }
}
