internal import OutliveModel

/// The modules whose types have the properties of a state.
struct TypeOwners {
    private enum Owner {
        /// A widely used library alone: its pool of connections.
        case library
        /// A library's type that contains values of others, or the library's parts of it: a queue of the program's jobs.
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
        let own = owner(of: item.kind == .reference && !item.detail.isEmpty ? item.detail : item.type)
        let outer = item.parent == HeapSnapshot.none ? Owner.program : owners[Int(item.parent)]
        owners.append(
            switch (own, outer) {
            case (.transparent, _): outer
            // The parts of a container have no arguments of their own, such as the count of a queue.
            case (.library, .container): .container
            default: own
            })
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
