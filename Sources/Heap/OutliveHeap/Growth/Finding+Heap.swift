internal import OutliveModel
internal import OutliveSupport

extension Finding {
    /// The finding with its allocation site, and with the verdict `expected` if it is known growth.
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

    /// Marks the finding as growth of a library.
    mutating func accept(_ growth: LibraryGrowth) {
        verdict = .expected
        key.lifetime = .process(reason: growth.reason)
        library = growth
    }

    /// The number of bytes that each measured cycle adds to the live memory at the end.
    private var bytesPerCycle: Int { (bytes ?? 0) / max(live.count - warmup, 1) }

    private var knownGrowth: KnownGrowth? {
        let type = HeapType(described: key.type)
        return KnownGrowth.all.first { $0.covers(type, backtrace) }
    }

    /// Returns `true` if the finding is the block of a timer or observation that is known growth.
    ///
    /// The block captures nothing of the program's, and the same function of the program made both, equally many in
    /// each cycle. Other known growth never retains values of the program: a handler that is not removed is a leak.
    func isKept(by known: Finding) -> Bool {
        let type = HeapType(described: key.type)
        guard verdict == .leak, type.kind == .closure, !type.holdsProgram, known.verdict == .expected,
            known.births == births, known.knownGrowth?.keepsBlock == true, let maker = backtrace.programFunctions.first
        else { return false }
        return known.backtrace.programFunctions.contains(maker)
    }

    /// Returns `true` if the finding comes before another in a report.
    ///
    /// The order is by verdict, then types of the program, types of its dependencies, allocations in a line of the
    /// program, bytes and objects, most first, then name and site.
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

    /// Adds another finding of the same type and site.
    mutating func merge(_ other: Finding) {
        // The larger finding has the better evidence.
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
    /// The name of raw blocks allocated in the stack, for example `memory from thumb_normalise`.
    var nameOfMemory: String {
        if let function = memoryMaker?.function { return "memory from \(function)" }
        let module = bestFrame?.module.split(separator: "/").last ?? "unknown place"
        return "memory from \(module)"
    }

    /// The function that allocated raw blocks: the innermost one outside the C library and the platform.
    var memoryMaker: CodeName? {
        if let symbol = bestSymbol { return CodeName(symbol) }
        return bestFrame.flatMap { CodeName($0.symbols) }
    }

    /// The program's functions, innermost first. A closure is represented by its enclosing function.
    fileprivate var programFunctions: [String] {
        frames.lazy.flatMap(\.symbols).compactMap { symbol in
            let name = FunctionName(symbol.function)
            guard let module = name.module, isProgramModule(module) else { return nil }
            let function = name.brief.split(separator: " in ").last ?? ""
            return "\(module).\(function)"
        }
    }

    /// The functions of the platform or of Outlive called by the program's innermost function, innermost first.
    ///
    /// Callbacks into the program end the list: their allocations belong to the program.
    fileprivate var calledFunctions: [String] {
        var functions: [String] = []
        // An address in no module is unknown code.
        for frame in frames where !frame.module.isEmpty {
            for symbol in frame.symbols {
                // The program's executable also contains inlined or statically linked library functions.
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
    /// Returns `true` if the entry covers objects of a type that were allocated in a stack.
    func covers(_ type: HeapType, _ backtrace: Backtrace) -> Bool {
        guard !type.holdsProgram, Wildcards(self.type).match(type.description) else { return false }
        let called = backtrace.calledFunctions
        return functions.lazy.map { Wildcards($0) }.contains { called.contains(where: $0.match) }
    }
}
