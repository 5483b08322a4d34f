internal import OutliveModel

/// The types of a census, grouped by origin. Those of the program come first, whatever their size.
struct CensusTable {
    /// The types of one origin, ordered by bytes, largest first.
    struct Group {
        var origin: TypeOrigin
        var types: [HeapTypeTotal]
    }

    /// The groups that are not empty, in the order of origins.
    let groups: [Group]
    /// The number of types beyond the limit, and their bytes.
    let left: (types: Int, bytes: Int)
    /// The number of types with live objects.
    let count: Int

    init(_ census: HeapCensus, limit: CensusTypeLimit?) {
        let totals = census.totals(sites: 1).filter { $0.objects > 0 }
        let origins = TypeOrigins(census.stacks)
        let byOrigin = Dictionary(grouping: totals) { origins.origin(of: $0.type) }
        groups = TypeOrigin.allCases.compactMap { origin in
            let types = byOrigin[origin]?.prefix(limit?.of(origin) ?? .max) ?? []
            return types.isEmpty ? nil : Group(origin: origin, types: Array(types))
        }
        let shown = groups.flatMap(\.types)
        count = totals.count { $0.type.kind != .raw }
        let objects = shown.filter { $0.type.kind != .raw }
        left = (
            count - objects.count, census.bytes - objects.reduce(0) { boundedSum($0, $1.bytes) }
        )
    }
}

extension TypeOrigin {
    /// The heading of the types of an origin.
    var words: String {
        switch self {
        case .program: "of the program"
        case .package: "of packages"
        case .platform: "of the standard libraries"
        case .raw: "blocks that are not Swift objects"
        }
    }
}

extension Backtrace {
    /// The file and line of the innermost function of the program, or else that function, or else module and offset.
    var place: String {
        if let symbol = bestSymbol, let file = symbol.file?.split(separator: "/").last, let line = symbol.line {
            let module = FunctionName(symbol.function).module.map { "\($0)/" } ?? ""
            return "\(module)\(file):\(line)"
        }
        guard let frame = bestFrame else { return "" }
        if let symbol = frame.symbols.first { return FunctionName(symbol.function).brief }
        let module = frame.module.split(separator: "/").last ?? "?"
        return "\(module)+0x\(String(frame.offset, radix: 16))"
    }
}
