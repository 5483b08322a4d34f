package import OutliveModel
internal import OutliveSupport

/// Returns the findings of the heap tier in their final form, worst first.
///
/// Each finding gets the file and line of its allocation site. Findings with equal type and line are merged, and known
/// growth becomes `expected`.
///
/// - Parameter findings: The symbolicated findings of one process, or of one process for each arm.
package func classifiedHeapFindings(_ findings: [Finding]) -> [Finding] {
    struct Identity: Hashable {
        var type: String
        var site: RegistrationSite
        /// Growth in number and growth of one object are separate findings.
        var unit: LiveUnit
        var arms: [Arm]?
        var worker: String?
        var tests: [LeakingTest]?
    }
    // In the order of the findings, as findings of several tests may differ in nothing else.
    let merged = findings.lazy.map(\.classified).combined(by: { finding in
        Identity(
            type: finding.key.type, site: finding.key.site.withoutColumn, unit: finding.unit, arms: finding.arms,
            worker: finding.worker, tests: finding.tests)
    }) { $0.merge($1) }
    let known = merged.filter { $0.verdict == .expected }.sorted { $0.key.precedes($1.key) }
    let all = merged.map { finding in
        guard let other = known.first(where: finding.isKept) else { return finding }
        var finding = finding
        (finding.verdict, finding.key.lifetime, finding.library) = (.expected, other.key.lifetime, other.library)
        return finding
    }
    return all.inHeapOrder(ModuleOrigins(seenIn: findings))
}

extension [Finding] {
    /// Returns findings of the heap tier in the order of a report.
    ///
    /// The order is by verdict, then types of the program, types of its dependencies, allocations in a line of the
    /// program, bytes and objects, most first, then name and site. Findings without a difference keep their order.
    func inHeapOrder(_ modules: ModuleOrigins) -> [Finding] {
        enumerated().map { index, finding in
            let type = finding.type
            let order = (
                finding.verdict.rank, modules.declares(type) ? 0 : 1, type.isDeclaredByProgram ? 0 : 1,
                finding.backtrace.bestSymbol == nil ? 1 : 0, -(finding.bytes ?? 0), -finding.count
            )
            return (finding: finding, order: order, index: index)
        }.sorted { one, other in
            if one.order != other.order { return one.order < other.order }
            let (key, its) = (one.finding.key, other.finding.key)
            if key.precedes(its) != its.precedes(key) { return key.precedes(its) }
            return (one.finding.unit.rank, one.index) < (other.finding.unit.rank, other.index)
        }.map(\.finding)
    }
}

extension Finding {
    /// The finding with its allocation site, and with the verdict `expected` if it is known growth.
    var classified: Finding {
        var finding = self
        finding.key.site = RegistrationSite(allocatedIn: backtrace)
        if type.kind == .raw { finding.key.name = backtrace.nameOfMemory }
        if let known = knownGrowth {
            finding.library = known.growth
            let bytesPerCycle = (bytes ?? 0) / max(live.count - warmup, 1)
            if bytesPerCycle <= known.maximumBytes { finding.expect(known.growth.reason) }
        } else if isOfOutlive {
            finding.expect("Outlive keeps a history of the last 100 resets")
        }
        return finding
    }

    private mutating func expect(_ reason: String) {
        verdict = .expected
        key.lifetime = .process(reason: reason)
    }

    private var knownGrowth: KnownGrowth? {
        // The program creates the task that waits there.
        guard !isOfTasks || !backtrace.isOfWaiting || backtrace.programFunctions.isEmpty else { return nil }
        return KnownGrowth.entry(for: type, backtrace)
    }

    /// `true` if Outlive itself allocated the objects, or declares their type, which contains no type of the program.
    ///
    /// The type decides only if the stack names no function, as in a program without symbols.
    private var isOfOutlive: Bool {
        guard !type.holdsProgram else { return false }
        guard let symbol = backtrace.bestFunction else {
            return !backtrace.namesFunctionOutsideSystem
                && type.mentionedModules.contains { !isPlatformModule($0) && !isProgramModule($0) }
        }
        return FunctionName(symbol.function).module.map { !isProgramModule($0) } ?? false
    }

    /// Returns `true` if the finding is the block of a timer or observation that is known growth.
    ///
    /// The block captures no value of the program, and the same function of the program creates equally many of both
    /// in each cycle. Other known growth never retains values of the program: a handler that is not removed is a leak.
    fileprivate func isKept(by known: Finding) -> Bool {
        guard verdict == .leak, type.kind == .closure, !type.holdsProgram, known.verdict == .expected,
            known.births.map(\.count) == births.map(\.count), known.tests == tests, known.arms == arms,
            known.worker == worker, known.knownGrowth?.keepsBlock == true,
            let maker = backtrace.programFunctions.first
        else { return false }
        return known.backtrace.programFunctions.contains(maker)
    }

    /// Adds another finding of the same type and site.
    fileprivate mutating func merge(_ other: Finding) {
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
    fileprivate var nameOfMemory: String {
        let module = bestFrame?.module.split(separator: "/").last.map(String.init) ?? "unknown place"
        return "memory from \(allocatingFunction?.function ?? module)"
    }

    /// The function that allocated raw blocks: the innermost one outside the C library and the platform.
    var allocatingFunction: CodeName? {
        if let symbol = bestSymbol { return CodeName(symbol) }
        return bestFrame.flatMap { CodeName($0.symbols) }
    }

    /// The function of a platform's library, not of the language, that the program calls and that allocates raw blocks.
    var libraryFunction: CodeName? {
        guard let caller = bestSymbol else { return nil }
        let called = frames.lazy.flatMap(\.symbols).prefix { $0 != caller }
        guard let name = Array(called).last.map(CodeName.init), let module = name.module, isPlatformModule(module),
            !["Glibc", "Swift", "Synchronization", "_Concurrency", "__C"].contains(module)
        else { return nil }
        return name
    }

    /// The release of raw blocks that the program allocates by calling a function of the C library.
    ///
    /// The outermost function counts: `getaddrinfo` may open files.
    var release: MemoryRelease? {
        let called = frames.prefix(while: \.isInCLibrary)
        guard let caller = bestSymbol, called.count < frames.count, frames[called.count].symbols.contains(caller)
        else { return nil }
        return called.reversed().lazy.flatMap { $0.symbols.reversed() }.compactMap {
            MemoryRelease(ofMemoryFrom: $0.function)
        }.first
    }

    /// `true` if a function outside the libraries of the system has a name.
    fileprivate var namesFunctionOutsideSystem: Bool { frames.contains { !$0.isOfSystem && !$0.symbols.isEmpty } }

    /// `true` if it is the asynchronous backtrace of a task, and not an allocation, as far as its names show.
    fileprivate var isOfWaiting: Bool {
        frames.first?.symbols.first.map { !$0.isAllocator && !$0.function.hasPrefix("swift_task_create") } ?? false
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
                guard frame.isOfSystem || isOthers else { return functions }
                functions.append(symbol.function)
            }
            guard frame.isOfSystem || !frame.symbols.isEmpty else { return functions }
        }
        return functions
    }
}

extension KnownGrowth {
    /// Returns the entry that covers objects of a type that were allocated in a stack, or `nil` if none does.
    package static func entry(for type: HeapType, _ backtrace: Backtrace) -> KnownGrowth? {
        guard !type.holdsProgram else { return nil }
        let called = backtrace.calledFunctions
        return all.first { $0.covers(type, called) }
    }

    /// Returns `true` if the entry covers objects of a type that were allocated in a stack.
    func covers(_ type: HeapType, _ backtrace: Backtrace) -> Bool {
        !type.holdsProgram && covers(type, backtrace.calledFunctions)
    }

    private func covers(_ type: HeapType, _ called: [String]) -> Bool {
        guard Wildcards(self.type).match(type.description) else { return false }
        return functions.lazy.map { Wildcards($0) }.contains { called.contains(where: $0.match) }
            || called.first.map { innermost in allocators.contains { Wildcards($0).match(innermost) } } ?? false
    }
}
