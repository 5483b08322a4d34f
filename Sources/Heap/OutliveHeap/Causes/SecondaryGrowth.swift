internal import OutliveModel

/// A search for findings that grow only because another leaks: objects and memory that a library allocates for the leak
/// or stores beside it.
struct SecondaryGrowth {
    private let findings: [Finding]
    private let modules: ModuleOrigins
    /// For each finding, the program's functions that allocated its objects, innermost first.
    private let callers: [[Symbol]]
    /// `true` for each finding whose objects are mostly held by the program, or whose memory the program allocated, and
    /// for a library object that is the cause.
    private let isNamed: [Bool]

    /// Creates the search.
    ///
    /// - Parameter resource: The index of a library object that is a cause although no reference of the program leads to
    ///   it, or `nil` for none.
    init(_ findings: [Finding], _ modules: ModuleOrigins, resource: Int? = nil) {
        (self.findings, self.modules) = (findings, modules)
        callers = findings.map(\.programSymbols)
        isNamed = findings.indices.map { $0 == resource || findings[$0].isHeldByProgram }
    }

    /// Returns the finding that a group belongs to, or `nil` if the group has a reference of the program, no host or
    /// several.
    func host(of group: [Int], among groups: [[Int]]) -> Int? {
        guard !group.contains(where: { isNamed[$0] }), group.allSatisfy(isOfLibrary) else { return nil }
        let hosts = groups.filter { $0 != group && $0.contains { isNamed[$0] } }
        func only(_ found: [[Int]]) -> Int? { found.count == 1 ? found[0].first { isNamed[$0] } : nil }
        for isAllocatedWith in [isAllocatedAtLine, isAllocatedInCall] {
            let found = hosts.filter { host in
                group.contains { one in host.contains { isAllocatedWith(one, $0) && isInStep(one, $0) } }
            }
            if !found.isEmpty { return only(found) }
        }
        return only(
            hosts.filter { host in
                group.allSatisfy { one in isKeptByLibrary(one) && host.contains { isInStep(one, $0) } }
            })
    }

    /// Returns `true` if a library keeps an object of its own for each object of a finding.
    ///
    /// Such objects refer weakly to the finding's, like the entry of an observer in the list of what it observes.
    func isBeside(_ host: Int, _ group: [Int]) -> Bool {
        group.allSatisfy(isOfLibrary) && group.contains { isInStep($0, host) }
    }

    /// Returns `true` if a library declares or allocates the objects.
    private func isOfLibrary(_ index: Int) -> Bool {
        let finding = findings[index]
        guard finding.tier == .heap else { return false }
        if finding.unit == .blocks { return finding.isAllocatedByLibrary || callers[index].isEmpty }
        return !modules.owns(finding.type)
    }

    /// Returns `true` if one was allocated at the line that allocates the other or contains the closure that holds it.
    ///
    /// A library may also have allocated it for the function with that closure, such as a thread's memory.
    private func isAllocatedAtLine(_ one: Int, _ host: Int) -> Bool {
        // The description contains only the file name, because findings and traces may spell the path differently.
        guard let caller = callers[one].first, let line = caller.sourceLine?.description else { return false }
        return findings[host].trace?.culprit?.location?.description == line
            || callers[host].first?.sourceLine?.description == line
            || findings[one].isMadeByLibrary
                && findings[host].trace?.culprit?.name == "closure in \(CodeName(caller).function)"
    }

    /// Returns `true` if the stack of one contains the function that allocated the other.
    private func isAllocatedInCall(_ one: Int, _ host: Int) -> Bool {
        // Memory without a holder may be a leak of its own in any function.
        guard findings[one].unit != .blocks || findings[one].isOfRuntime, let caller = callers[one].first,
            let hostCaller = callers[host].first
        else { return false }
        return callers[one].contains { $0.function == hostCaller.function }
            || callers[host].contains { $0.function == caller.function }
    }

    /// Returns `true` if the objects belong to the library's own work, as an event loop's for each connection.
    private func isKeptByLibrary(_ index: Int) -> Bool {
        let finding = findings[index]
        // A cycle keeps itself alive, and equal numbers do not make it the work of another leak; but lists of C link
        // their elements both ways.
        guard callers[index].isEmpty, finding.unit == .blocks || finding.trace?.shape != .cycle else { return false }
        // A truncated stack does not contain the function that allocated the memory.
        return finding.isOfRuntime || finding.unit == .blocks && finding.backtrace.frames.count < 3
            || finding.traces.contains { $0.shape != .unheld }
    }

    /// Returns `true` if each cycle adds as many of one as of the other, or a constant multiple.
    private func isInStep(_ one: Int, _ host: Int) -> Bool {
        if findings[one].unit == .bytes || findings[host].unit == .bytes {
            return findings[one].steps.isMultiple(of: findings[host].steps)
        }
        return findings[one].births.isInStep(with: findings[host].births)
    }
}

extension LeakTrace {
    /// `true` if the suspect is a reference of the program, and not only code that a library object leads to.
    var isHeldByProgram: Bool {
        guard namesProgram, let culprit else { return false }
        return culprit.step < steps.count - 1 || [.closure, .task].contains(steps[culprit.step].kind)
    }
}

extension Finding {
    /// `true` if references of the program hold most of the objects, or a function of the program allocated the memory.
    var isHeldByProgram: Bool {
        if trace?.culprit?.pattern == .memoryNotFreed, suspect != nil { return !isAllocatedByLibrary }
        let held = traces.filter(\.isHeldByProgram).objects
        return held > 0 && held * 2 >= traces.objects
    }

    /// `true` for memory that a library allocated and that nothing of the program refers to: a library object that the
    /// program did not release explains it.
    var isLostByLibrary: Bool {
        guard let trace, let culprit = trace.culprit else { return false }
        return (culprit.pattern == .memoryNotFreed || !trace.namesProgram) && isAllocatedByLibrary
    }

    /// `true` if a library allocated the memory, rather than the program through the C library.
    fileprivate var isAllocatedByLibrary: Bool { unit == .blocks && isMadeByLibrary }

    /// `true` if a library allocated the objects or blocks, rather than the program through the C library.
    fileprivate var isMadeByLibrary: Bool {
        let caller = backtrace.frames.lazy.compactMap { frame -> (Frame, Symbol?)? in
            let file = frame.module.split(separator: "/").last ?? ""
            guard !frame.isInCLibrary, !file.hasPrefix("libstdc++") else { return nil }
            let symbol = frame.symbols.first { !$0.isAllocator }
            return symbol == nil && !frame.symbols.isEmpty ? nil : (frame, symbol)
        }.first
        guard let (frame, symbol) = caller else { return false }
        if frame.isInPlatformLibrary { return true }
        if let symbol, FunctionName(symbol.function).module.map(isPlatformModule) == true { return true }
        if let symbol, SourceOrigin(symbol, builtInto: frame.module) == .dependency { return true }
        let program = backtrace.frames.first { frame in
            frame.symbols.contains { SourceOrigin($0, builtInto: frame.module) == .program }
        }
        return program.map { $0.module != frame.module } ?? true
    }

    /// `true` if the Swift runtime or Dispatch allocated the blocks on behalf of the program.
    fileprivate var isOfRuntime: Bool {
        let caller = backtrace.frames.lazy.filter { !$0.isInCLibrary }.flatMap(\.symbols).first { !$0.isAllocator }
        let prefixes = ["swift_", "swift::", "_dispatch_", "dispatch_", "_os_object_", "_Block_"]
        return unit == .blocks && prefixes.contains { caller?.function.hasPrefix($0) == true }
    }

    /// Returns `true` if the growth through each measured cycle is a multiple of the other's, to within an eighth of all
    /// growth.
    ///
    /// Work in progress when a process is inspected adds to one of them.
    func growsInProportion(to other: Finding) -> Bool {
        func growth(_ finding: Finding) -> [Double] {
            let live = finding.live.dropFirst(finding.warmup)
            guard let first = live.first, let last = live.last, last > first else { return [] }
            return live.map { Double($0 - first) / Double(last - first) }
        }
        let (own, its) = (growth(self), growth(other))
        return !own.isEmpty && own.count == its.count && zip(own, its).allSatisfy { abs($0 - $1) <= 0.125 }
    }

    /// The growth in each measured cycle after the first.
    fileprivate var steps: [Int] {
        let measured = live.dropFirst(warmup)
        return zip(measured, measured.dropFirst()).map { $1 - $0 }
    }

    /// Returns the traces of raw blocks with their suspects: the owner if there is one, else the function that
    /// allocated them.
    ///
    /// A word on a stack, or in memory of a library, does not own the block that it points to.
    ///
    /// - Parameter isOwned: `true` if the blocks are part of other leaking objects or blocks, whose suspect is theirs.
    func memoryTraces(_ traces: [LeakTrace], isOwned: Bool = false) -> [LeakTrace] {
        traces.map { trace in
            guard !trace.hasOwner else { return trace }
            if isOwned {
                var part = trace
                (part.culprit, part.fingerprint) = (nil, fingerprintOfSite)
                return part
            }
            let lost = LeakTrace(shape: .unheld, steps: trace.steps.suffix(1), objects: trace.objects)
            // Memory that the runtime allocates for a task is freed with the task.
            if isOfRuntime {
                var lost = lost
                lost.fingerprint = fingerprintOfSite
                return lost
            }
            guard let function = backtrace.allocatingFunction else {
                return trace.shape == .unheld && trace.steps.count == 1 ? trace.ofLostMemory : trace
            }
            var unfreed = trace.shape == .unheld ? trace : lost
            unfreed.culprit = Suspect(
                name: function.function, location: function.location, step: 0, pattern: .memoryNotFreed,
                remedy: remedyForMemory(of: function))
            unfreed.fingerprint = OutliveModel.fingerprint(
                of: [key.type, function.function, LeakPattern.memoryNotFreed.rawValue])
            return unfreed
        }
    }
}

extension Finding {
    /// Returns the remedy for memory that a function of the program allocates, itself or through a library.
    private func remedyForMemory(of function: CodeName) -> String {
        let place = function.location.map { " (\($0))" } ?? ""
        if let release = backtrace.release { return release.words(for: function.function, place) }
        guard let called = backtrace.libraryFunction, let module = called.module else {
            return "Free the memory that \(function.function) allocates\(place)."
        }
        return "Free the memory that \(called.publicFunction) of \(module) allocates for \(function.function)\(place); "
            + "if the library owns it, report upstream."
    }
}

extension LeakTrace {
    /// The trace with memory that nothing refers to as the suspect; its allocation was not seen.
    fileprivate var ofLostMemory: LeakTrace {
        var trace = self
        trace.culprit = Suspect(
            name: "lost memory", step: 0, pattern: .memoryNotFreed,
            remedy: "Nothing refers to it any more: free it before the last reference is lost. A run under "
                + "'outlive soak --heap' names the line that allocates it.")
        return trace
    }

    /// `true` if the survivor has a holder other than memory of C code or a stack.
    fileprivate var hasOwner: Bool {
        shape != .unheld && culprit != nil
            && steps.dropLast().contains { [.object, .closure, .box, .task, .global, .library].contains($0.kind) }
    }
}

extension [Int] {
    /// Returns `true` if one series is a constant whole multiple of the other.
    fileprivate func isMultiple(of other: [Int]) -> Bool {
        let count = Swift.min(count, other.count)
        guard count > 2, let first = last, let its = other.last, its > 0, first > 0,
            Swift.max(first, its) % Swift.min(first, its) == 0
        else { return false }
        return zip(suffix(count), other.suffix(count)).allSatisfy {
            $0.multipliedFullWidth(by: its) == $1.multipliedFullWidth(by: first)
        }
    }
}

extension [Birth] {
    /// Returns `true` if the births of each cycle are a constant whole multiple of the others, or vice versa.
    func isInStep(with other: [Birth]) -> Bool {
        guard !isEmpty, count == other.count, let first, let its = other.first else { return false }
        let (large, small) = (Swift.max(first.count, its.count), Swift.min(first.count, its.count))
        guard small > 0, large % small == 0 else { return false }
        return zip(self, other).allSatisfy {
            $0.generation == $1.generation && $0.count * its.count == $1.count * first.count
        }
    }
}
