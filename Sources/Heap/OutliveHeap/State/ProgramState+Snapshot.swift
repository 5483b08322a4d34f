package import OutliveModel

extension ProgramState {
    /// Creates the state in a snapshot, with mangled names.
    ///
    /// - Returns: `nil` if the snapshot was taken without it.
    /// - Complexity: O(values · the depth of their paths).
    package init?(_ snapshot: HeapSnapshot) {
        guard let state = snapshot.state else { return nil }
        var values = [[StateValue]](repeating: [], count: state.variables.count)
        // The place of each item among the values of its variable.
        var places: [Int] = []
        var names: [String: String] = [:]
        var owners = TypeOwners()
        func brief(_ type: String) -> String {
            if let name = names[type] { return name }
            let name = TypeNames.brief(type)
            names[type] = name
            return name
        }
        places.reserveCapacity(state.values.count)
        for item in state.values {
            let variable = Int(item.variable)
            let parent = item.parent == HeapSnapshot.none ? nil : places[Int(item.parent)]
            let above = parent.map { values[variable][$0].path } ?? ""
            places.append(values[variable].count)
            var value = StateValue(
                path: item.path(below: above), type: brief(item.type), count: item.count, absent: item.absent,
                content: item.content(brief(item.detail)), hash: item.hash, isPartial: item.isPartial, parent: parent)
            value.isOfLibrary = item.parent != HeapSnapshot.none && owners.areLibraries(above: Int(item.parent))
            owners.add(item)
            values[variable].append(value)
        }
        self.init(
            key: state.key,
            variables: state.variables.enumerated().map { index, variable in
                let module = snapshot.modules[Int(variable.module)]
                var result = StateVariable(
                    kind: variable.kind.kind, symbol: variable.symbol, path: module.path, buildID: module.buildID,
                    offset: variable.offset, size: variable.size, isLazy: variable.isLazy,
                    isInitialised: variable.isInitialised,
                    bytes: variable.bytes, objects: variable.objects,
                    values: variable.isInitialised ? values[index].inOrder : [])
                result.type = values[index].first?.type ?? ""
                if result.kind == .memory { result.nameByPlace() }
                // Its variables have names, so each is compared, and their number says nothing more.
                if variable.kind == .environment, !result.values.isEmpty { result.values[0].content = .group }
                return result
            }, symbols: state.symbols.symbols)
    }
}

extension HeapSnapshot.Variable.Kind {
    fileprivate var kind: StateVariable.Kind {
        switch self {
        case .swift: .swift
        case .c: .c
        case .environment: .environment
        case .shared: .shared
        case .memory: .memory
        case .setting: .setting
        case .task: .task
        }
    }
}

extension HeapSnapshot.Symbols {
    fileprivate var symbols: ProgramState.Symbols {
        switch self {
        case .read: .read
        case .stripped: .stripped
        case .missing: .missing
        }
    }
}

extension HeapSnapshot.StateItem {
    /// Returns the path, given the path of its container. Elements and keys have a mark of their own.
    fileprivate func path(below path: String) -> String {
        name.isEmpty ? path : name.hasPrefix("[") || name.hasPrefix(".") ? path + name : "\(path).\(name)"
    }

    fileprivate func content(_ detail: String) -> StateContent {
        if count == 0 { return .none }
        if absent == count { return .nil }
        let amount = Int(truncatingIfNeeded: number & (1 << 62 - 1))
        return switch kind {
        case .none: isPartial ? .unknown : .group
        case .bool: .bool(number & 1 != 0)
        case .signed: .signed(Int64(bitPattern: number))
        case .unsigned: .unsigned(number)
        case .float: .number(Double(bitPattern: number))
        case .enumCase: .enumCase(count == 1 ? detail : "")
        case .text: .text(bytes: amount)
        case .data: .data(bytes: amount)
        case .array: .array(count: amount)
        case .set: .set(count: amount)
        case .dictionary: .dictionary(count: amount)
        case .reference where isWeak: .weakReference(type: count == 1 ? detail : "")
        case .reference: .reference(type: count == 1 ? detail : "")
        case .function: .function
        case .existential: .existential(type: count == 1 ? detail : "")
        case .metatype: .metatype(type: count == 1 ? detail : "")
        case .pointer: .pointer
        case .bytes: .bytes(amount)
        }
    }
}

extension [StateValue] {
    /// The values in the order of their paths: each is followed by its contents.
    fileprivate var inOrder: [StateValue] {
        guard count > 2 else { return self }
        var children = [[Int]](repeating: [], count: count)
        var roots: [Int] = []
        for index in indices {
            if let parent = self[index].parent { children[parent].append(index) } else { roots.append(index) }
        }
        var ordered: [StateValue] = []
        ordered.reserveCapacity(count)
        var waiting = roots.reversed().map { (index: $0, parent: Int?.none) }
        while let (index, parent) = waiting.popLast() {
            var value = self[index]
            value.parent = parent
            waiting += children[index].reversed().map { ($0, ordered.count) }
            ordered.append(value)
        }
        return ordered
    }
}
