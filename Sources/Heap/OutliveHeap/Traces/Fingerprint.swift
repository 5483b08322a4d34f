internal import OutliveModel

extension FoldedTrace {
    /// Returns the fingerprint, which identifies the trace across machines, runs and moved lines, as sixteen hexadecimal
    /// digits.
    ///
    /// Of the path, only holders that the program declares and tasks contribute to it. The library objects on a path and
    /// their names vary from object to object.
    func fingerprint(suspect: Suspect?) -> String {
        // One reference is one mistake, regardless of the object and path that reveal it.
        if let suspect, suspect.pattern != .overRetain, suspect.pattern != .heldByHand,
            !holders[suspect.step].hasVolatileName
        {
            let tasks = suspect.tasks.map { [$0.identity] } ?? []
            return OutliveModel.fingerprint(of: ["suspect", suspect.name] + tasks)
        }
        let type = TypeNames.withoutContexts(holders.last?.typeName ?? "")
        let cycle = Self.smallestRotation(Self.parts(holders[..<loop]))
        let rest = Self.withoutRepeats(Self.parts(pathWithoutRepeats.dropLast()))
        var path = cycle + [""] + rest
        // If libraries alone hold the survivor, use all holders.
        if suspect == nil, cycle.isEmpty, rest.isEmpty { path = holders.dropLast().map(Self.part) }
        return OutliveModel.fingerprint(of: [shape.rawValue, type, name(of: suspect)] + path)
    }

    private static func parts(_ holders: ArraySlice<Holder>) -> [String] {
        holders.filter { $0.author == .program || $0.kind == .task }.map(part)
    }

    /// Returns the parts without consecutive repeats: the depth of an object in a list does not make another leak.
    private static func withoutRepeats(_ parts: [String]) -> [String] {
        zip(parts.indices, parts).filter { $0 == 0 || parts[$0 - 1] != $1 }.map(\.1)
    }

    private static func part(_ holder: Holder) -> String {
        "\(holder.kind.rawValue) \(holder.hasVolatileName ? "" : name(of: holder))\(holder.reference.shape)"
    }

    /// Returns the name of a holder, which for a closure is its function: the name in a step varies with debug data.
    private static func name(of holder: Holder) -> String {
        if holder.kind == .closure, let code = holder.code { return code.function }
        return TypeNames.withoutContexts(holder.name)
    }

    private func name(of suspect: Suspect?) -> String {
        guard let suspect else { return "" }
        let holder = holders[suspect.step]
        return holder.hasVolatileName && suspect.name == holder.name ? holder.kind.rawValue : suspect.name
    }

    /// Returns the rotation of a cycle that sorts first, so that all objects of the cycle get the same fingerprint.
    private static func smallestRotation(_ loop: [String]) -> [String] {
        loop.indices.map(loop.rotated(to:)).min { $0.lexicographicallyPrecedes($1) } ?? []
    }
}

extension Finding {
    /// The fingerprint of the cause that the finding leads.
    var fingerprintOfCause: String {
        guard let trace, let suspect = trace.culprit else {
            // A package's internal type alone does not identify a leak.
            let type = TypeNames.withoutContexts(key.type)
            return creator.isEmpty ? fingerprintOfSite : OutliveModel.fingerprint(of: [type, creator])
        }
        switch suspect.pattern {
        case .notClosed, .libraryCycle, .libraryStore, .memoryNotFreed:
            return OutliveModel.fingerprint(of: ["resource", suspect.name, creator])
        default:
            return trace.fingerprint.isEmpty
                ? OutliveModel.fingerprint(of: ["suspect", suspect.name]) : trace.fingerprint
        }
    }

    /// Returns the fingerprint of another finding of a cause than the one that leads it.
    func fingerprint(in cause: String) -> String {
        OutliveModel.fingerprint(of: [cause, TypeNames.withoutContexts(key.type)])
    }

    /// The innermost function of the program, not of a package, in the allocation stack; empty if there is none.
    private var creator: String {
        for frame in backtrace.frames where !frame.isInPlatformLibrary {
            for symbol in frame.symbols where SourceOrigin(symbol, builtInto: frame.module) == .program {
                let code = CodeName(symbol)
                if code.role != .thunk { return code.function }
            }
        }
        return ""
    }
}
