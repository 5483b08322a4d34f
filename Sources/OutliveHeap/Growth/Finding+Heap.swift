internal import OutliveModel

extension Finding {
    /// The finding with its allocation site as far as it is known by now, and `expected` where its growth is known.
    var settled: Finding {
        var finding = self
        finding.key.site = RegistrationSite(allocatedIn: backtrace)
        if let known = KnownGrowth.all.first(where: { $0.covers(HeapType(described: key.type), backtrace) }) {
            finding.verdict = .expected
            finding.key.lifetime = .process(reason: known.reason)
        }
        return finding
    }

    /// The order of a report: by verdict, then types that the program declares, then the most bytes, then the most
    /// objects, then by name and site, so that it is stable.
    func precedesInHeap(_ other: Finding) -> Bool {
        if verdict != other.verdict { return verdict.rank < other.verdict.rank }
        let (own, others) = (
            HeapType(described: key.type).isDeclaredByProgram, HeapType(described: other.key.type).isDeclaredByProgram
        )
        if own != others { return own }
        if bytes != other.bytes { return bytes ?? 0 > other.bytes ?? 0 }
        if count != other.count { return count > other.count }
        return key.precedes(other.key)
    }

    /// Takes up another finding of the same type and site: what is alive is added up.
    mutating func merge(_ other: Finding) {
        // The evidence of the larger one is the better one.
        if other.bytes ?? 0 > bytes ?? 0 {
            (backtrace, trace, fingerprint) = (other.backtrace, other.trace, other.fingerprint)
        }
        if verdict.rank > other.verdict.rank { (verdict, key.lifetime) = (other.verdict, other.key.lifetime) }
        bytes = (bytes ?? 0) + (other.bytes ?? 0)
        live += Array(repeating: 0, count: max(other.live.count - live.count, 0))
        for (cycle, count) in other.live.enumerated() { live[cycle] += count }
        let all = births + other.births
        births = Dictionary(all.map { ($0.generation, $0.count) }, uniquingKeysWith: +)
            .map { Birth(generation: $0.key, count: $0.value) }
            .sorted { $0.generation < $1.generation }
    }
}

extension KnownGrowth {
    /// Whether it is about objects of a type that were allocated in a stack.
    func covers(_ type: HeapType, _ backtrace: Backtrace) -> Bool {
        let isOthers = type.mentionedModules.allSatisfy { isPlatformModule($0) || ownModules.contains($0) }
        guard isOthers, Wildcards(self.type).match(type.description) else { return false }
        if let function {
            let pattern = Wildcards(function)
            guard backtrace.frames.contains(where: { $0.symbols.contains { pattern.match($0.function) } }) else {
                return false
            }
        }
        if let library {
            let pattern = Wildcards(library)
            let names = backtrace.frames.lazy.map { String($0.module.split(separator: "/").last ?? "") }
            guard names.contains(where: pattern.match) else { return false }
        }
        return true
    }
}

/// The modules of Outlive that an application links.
private let ownModules: Set<String> = ["Outlive", "OutliveHTTP", "OutliveModel"]
