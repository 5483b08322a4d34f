internal import OutliveModel

/// A hash that identifies a trace across machines, runs and moved lines.
///
/// Of the path, only holders that the program declares and tasks contribute to it. The library objects on a path and
/// their names vary from object to object.
enum Fingerprint {
    /// Returns the fingerprint of a trace as sixteen hexadecimal digits.
    static func of(_ trace: FoldedTrace, suspect: Suspect?) -> String {
        let holders = trace.holders
        // One reference is one mistake, regardless of the object and path that reveal it.
        if let suspect, suspect.pattern != .overRetain, suspect.pattern != .heldByHand,
            !holders[suspect.step].hasVolatileName
        {
            return fingerprint(of: ["suspect", suspect.name] + (suspect.tasks.map { [$0.identity] } ?? []))
        }
        let type = TypeNames.withoutContexts(holders.last?.typeName ?? "")
        let loop = smallestRotation(parts(holders[..<trace.loop]))
        let rest = withoutRepeats(parts(trace.pathWithoutRepeats.dropLast()))
        var path = loop + [""] + rest
        // If libraries alone hold the survivor, use all holders.
        if suspect == nil, loop.isEmpty, rest.isEmpty { path = holders.dropLast().map(part) }
        return fingerprint(of: [trace.shape.rawValue, type, name(of: suspect, among: holders)] + path)
    }

    /// Returns the fingerprint of the cause that a finding leads.
    static func of(_ finding: Finding) -> String {
        guard let trace = finding.trace, let suspect = trace.culprit else {
            // A package's internal type alone does not identify a leak.
            let type = TypeNames.withoutContexts(finding.key.type)
            return finding.creator.isEmpty ? finding.fingerprintOfSite : fingerprint(of: [type, finding.creator])
        }
        switch suspect.pattern {
        case .notClosed, .libraryCycle, .libraryStore, .memoryNotFreed:
            return fingerprint(of: ["resource", suspect.name, finding.creator])
        default: return trace.fingerprint.isEmpty ? fingerprint(of: ["suspect", suspect.name]) : trace.fingerprint
        }
    }

    /// Returns the fingerprint of another finding of a cause.
    static func of(_ finding: Finding, in cause: String) -> String {
        fingerprint(of: [cause, TypeNames.withoutContexts(finding.key.type)])
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

    private static func name(of suspect: Suspect?, among holders: [Holder]) -> String {
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
    /// The innermost function of the program, not of a package, in the allocation stack; empty if there is none.
    fileprivate var creator: String {
        for frame in backtrace.frames where !frame.isInPlatformLibrary {
            for symbol in frame.symbols where SourceOrigin(symbol, builtInto: frame.module) == .program {
                let code = CodeName(symbol)
                if code.role != .thunk { return code.function }
            }
        }
        return ""
    }
}
