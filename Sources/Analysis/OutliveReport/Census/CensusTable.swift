internal import OutliveModel

/// The types of a census, grouped by origin: the program's types come first, whatever their size.
struct CensusTable {
    /// The groups that are not empty, in the order of origins.
    let groups: [(origin: TypeOrigin, types: [HeapTypeTotal])]
    /// The number of types beyond the limit, and their bytes.
    let left: (types: Int, bytes: Int)
    let count: Int

    init(_ census: HeapCensus, isBrief: Bool) {
        var totals = census.totals().filter { $0.objects > 0 || $0.allocated != nil }
        if census.allocations != nil {
            // A stable sort keeps the order of equal ones.
            totals.sort { $0.allocated?.bytes ?? 0 > $1.allocated?.bytes ?? 0 }
        }
        let origins = ModuleOrigins(seenIn: census.stacks.lazy.flatMap(\.frames))
        let byOrigin = Dictionary(grouping: totals) { origins.origin(of: $0.type) }
        groups = TypeOrigin.allCases.compactMap { origin in
            let types = byOrigin[origin]?.prefix(isBrief ? origin.briefCount : .max) ?? []
            return types.isEmpty ? nil : (origin, Array(types))
        }
        let shown = groups.flatMap(\.types)
        count = totals.count { $0.type.kind != .raw }
        let objects = shown.filter { $0.type.kind != .raw }
        left = (count - objects.count, census.bytes - objects.reduce(0) { boundedSum($0, $1.bytes) })
    }
}

/// The origin of a type, ordered from the program outwards. The page to explore a heap has the same names.
enum TypeOrigin: String, CaseIterable {
    /// A module of the program, or an unknown module.
    case program
    /// A module of a package that the program uses.
    case package
    /// The standard library, Foundation or the runtime.
    case platform
    case raw

    var words: String {
        switch self {
        case .program: "of the program"
        case .package: "of packages"
        case .platform: "of the standard libraries"
        case .raw: "blocks that are not Swift objects"
        }
    }

    /// The number of types, or of allocation sites of raw blocks, that fit on a screen.
    var briefCount: Int { self == .program ? 12 : 5 }
}

extension ModuleOrigins {
    /// Returns the origin of a type by the modules in its name.
    ///
    /// A closure that captures types of the program belongs to the program.
    func origin(of type: HeapType) -> TypeOrigin {
        guard type.kind != .raw else { return .raw }
        guard type.isDeclaredByProgram else { return .platform }
        let modules = type.kind == .closure ? type.mentionedModules : Array(type.mentionedModules.prefix(1))
        return modules.contains(where: isProgram) ? .program : .package
    }
}
