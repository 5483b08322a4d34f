internal import OutliveModel

/// The modules whose types have the properties of a state.
struct TypeOwners {
    private enum Owner {
        /// A widely used library alone: its pool of connections.
        case library
        /// A library's type that contains values of others, or a part of such a type: a queue of the program's jobs.
        case container
        case program
        /// A type of the platform, such as an array: its elements belong to what has it.
        case transparent
    }

    /// The owner of what each value contains, by the index of the value.
    private var owners: [Owner] = []
    private var known: [String: Owner] = [:]

    /// Returns `true` if a widely used library has the properties of a value that was added.
    func areLibraries(above value: Int) -> Bool { owners[value] == .library }

    /// Adds the next value, behind the one that contains it.
    mutating func add(_ item: HeapSnapshot.StateItem) {
        add(
            item.kind == .reference && !item.detail.isEmpty ? item.detail : item.type,
            below: item.parent == HeapSnapshot.none ? nil : Int(item.parent))
    }

    /// Adds the next value, of a type, below the one that contains it, or `nil`.
    mutating func add(_ type: String, below parent: Int?) {
        let own = owner(of: type)
        let outer = parent.map { owners[$0] } ?? Owner.program
        let owner =
            switch (own, outer) {
            case (.transparent, _): outer
            // The parts of a container have no arguments of their own, such as the count of a queue.
            case (.library, .container): Owner.container
            default: own
            }
        owners.append(owner)
    }

    private mutating func owner(of type: String) -> Owner {
        if let owner = known[type] { return owner }
        let modules = TypeNames.modules(type)
        let owner: Owner =
            switch modules.first {
            case nil: .transparent
            case let first? where isPlatformModule(first): .transparent
            case let first? where isKnownLibrary(first): modules.allSatisfy(isKnownLibrary) ? .library : .container
            default: .program
            }
        known[type] = owner
        return owner
    }
}
