internal import OutliveModel

extension Finding {
    /// The finding with its allocation site as far as it is known by now, and `expected` where its growth is known.
    var settled: Finding {
        var finding = self
        finding.key.site = RegistrationSite(allocatedIn: backtrace)
        let type = HeapType(described: key.type)
        if type.kind == .raw { finding.key.name = backtrace.nameOfMemory }
        if let known = knownGrowth {
            finding.library = known.growth
            if bytesPerCycle <= known.mostBytes { finding.accept(known.growth) }
        } else if let reason = type.reasonOfOwnGrowth(backtrace) {
            finding.verdict = .expected
            finding.key.lifetime = .process(reason: reason)
        }
        return finding
    }

    /// Takes it for growth of a library.
    mutating func accept(_ growth: LibraryGrowth) {
        verdict = .expected
        key.lifetime = .process(reason: growth.reason)
        library = growth
    }

    /// The bytes that each measured cycle adds to what is alive at the end.
    private var bytesPerCycle: Int { (bytes ?? 0) / max(live.count - warmup, 1) }

    /// What is known of such growth.
    private var knownGrowth: KnownGrowth? {
        let type = HeapType(described: key.type)
        return KnownGrowth.all.first { $0.covers(type, backtrace) }
    }

    /// Whether it is the block of a timer or an observation that is known to stay: it holds nothing of the program's, and
    /// was made by the function that made as many of those in the same cycles.
    ///
    /// Other known growth keeps nothing that the program gave it; a handler that nobody removes leaks.
    func isKept(by known: Finding) -> Bool {
        let type = HeapType(described: key.type)
        guard verdict == .leak, type.kind == .closure, !type.holdsProgram, known.verdict == .expected,
            known.births == births, known.knownGrowth?.keepsBlock == true, let maker = backtrace.programFunctions.first
        else { return false }
        return known.backtrace.programFunctions.contains(maker)
    }

    /// The order of a report: by verdict, then types that the program itself declares, then those of packages that it depends
    /// on, then what was allocated in a line of the program, then the most bytes, then the most objects, then by name and site, so that it is stable.
    func precedesInHeap(_ other: Finding, _ modules: OwnModules) -> Bool {
        if verdict != other.verdict { return verdict.rank < other.verdict.rank }
        let (type, otherType) = (HeapType(described: key.type), HeapType(described: other.key.type))
        let (own, others) = (modules.declare(type), modules.declare(otherType))
        if own != others { return own }
        let (declared, otherDeclared) = (type.isDeclaredByProgram, otherType.isDeclaredByProgram)
        if declared != otherDeclared { return declared }
        let (named, otherNamed) = (backtrace.bestSymbol != nil, other.backtrace.bestSymbol != nil)
        if named != otherNamed { return named }
        if bytes != other.bytes { return bytes ?? 0 > other.bytes ?? 0 }
        if count != other.count { return count > other.count }
        return key.precedes(other.key)
    }

    /// Takes up another finding of the same type and site: what is alive is added up.
    mutating func merge(_ other: Finding) {
        // The evidence of the larger one is the better one.
        if other.bytes ?? 0 > bytes ?? 0 {
            (backtrace, traces, fingerprint) = (other.backtrace, other.traces, other.fingerprint)
        }
        if verdict.rank > other.verdict.rank {
            (verdict, key.lifetime, library) = (other.verdict, other.key.lifetime, other.library)
        }
        bytes = (bytes ?? 0) + (other.bytes ?? 0)
        live += Array(repeating: 0, count: max(other.live.count - live.count, 0))
        for (cycle, count) in other.live.enumerated() { live[cycle] += count }
        let all = births + other.births
        births = Dictionary(all.map { ($0.generation, $0.count) }, uniquingKeysWith: +)
            .map { Birth(generation: $0.key, count: $0.value) }
            .sorted { $0.generation < $1.generation }
    }
}

extension Backtrace {
    /// What the raw blocks that were allocated in the stack are called: `memory from thumb_normalise`.
    var nameOfMemory: String {
        if let function = memoryMaker?.function { return "memory from \(function)" }
        let module = bestFrame?.module.split(separator: "/").last ?? "unknown place"
        return "memory from \(module)"
    }

    /// The function that raw blocks were allocated in: the innermost one outside of the C library and the platform.
    var memoryMaker: CodeName? {
        if let symbol = bestSymbol { return CodeName(symbol) }
        return bestFrame.flatMap { CodeName($0.symbols) }
    }

    /// The program's functions, innermost first; a closure stands for the function that it is in.
    fileprivate var programFunctions: [String] {
        frames.lazy.flatMap(\.symbols).compactMap { symbol in
            let name = FunctionName(symbol.function)
            guard let module = name.module, isProgramModule(module) else { return nil }
            let function = name.brief.split(separator: " in ").last ?? ""
            return "\(module).\(function)"
        }
    }

    /// The functions of the platform, or of Outlive, that the program's innermost function called, innermost first: what
    /// the program does while they call it back is not theirs.
    fileprivate var calledFunctions: [String] {
        var functions: [String] = []
        // An address in no module is nobody's code.
        for frame in frames where !frame.module.isEmpty {
            for symbol in frame.symbols {
                // In the program's own file there are also functions that were inlined or linked into it.
                let isOthers = FunctionName(symbol.function).module.map { !isProgramModule($0) } ?? false
                guard frame.isInPlatformLibrary || isOthers else { return functions }
                functions.append(symbol.function)
            }
            guard frame.isInPlatformLibrary || !frame.symbols.isEmpty else { return functions }
        }
        return functions
    }
}

extension KnownGrowth {
    /// Whether it is about objects of a type that were allocated in a stack.
    func covers(_ type: HeapType, _ backtrace: Backtrace) -> Bool {
        guard !type.holdsProgram, Wildcards(self.type).match(type.description) else { return false }
        let called = backtrace.calledFunctions
        return functions.lazy.map(Wildcards.init).contains { called.contains(where: $0.match) }
    }
}
