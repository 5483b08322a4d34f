internal import OutliveModel

/// Finds what grows only because something else leaks: objects and memory that a library makes for what the program leaks,
/// or keeps beside it.
struct Mirrors {
    private let findings: [Finding]
    private let modules: OwnModules
    /// For each finding the program's functions that its objects were allocated in, innermost first.
    private let callers: [[Symbol]]
    /// Whether references of the program's hold most of the objects, or a function of the program's allocated the memory.
    private let isNamed: [Bool]

    init(_ findings: [Finding], _ modules: OwnModules) {
        (self.findings, self.modules) = (findings, modules)
        callers = findings.map(\.programSymbols)
        isNamed = findings.map(\.isHeldByProgram)
    }

    /// The finding that a group belongs to; nil of a group with a reference of the program's, and of one that belongs to none
    /// or to any of several.
    ///
    /// - Complexity: O(group × findings).
    func host(of group: [Int], among groups: [[Int]]) -> Int? {
        guard !group.contains(where: { isNamed[$0] }), group.allSatisfy(isOfLibrary) else { return nil }
        let hosts = groups.filter { $0 != group && $0.contains { isNamed[$0] } }
        for isMade in [isMadeAtLine, isMadeInCall] {
            let makers = hosts.filter { host in
                group.contains { one in host.contains { isMade(one, $0) && isInStep(one, $0) } }
            }
            if !makers.isEmpty { return makers.count == 1 ? makers[0].first { isNamed[$0] } : nil }
        }
        let alike = hosts.filter { host in
            group.allSatisfy { one in isKeptByLibrary(one) && host.contains { isInStep(one, $0) } }
        }
        return alike.count == 1 ? alike[0].first { isNamed[$0] } : nil
    }

    /// Whether a library declares or makes the objects.
    private func isOfLibrary(_ index: Int) -> Bool {
        let finding = findings[index]
        guard finding.tier == .heap else { return false }
        if finding.unit == .blocks { return finding.isMadeByLibrary || callers[index].isEmpty }
        return !modules.own(HeapType(described: finding.key.type))
    }

    /// Whether one was made at the line where the other was, or where the closure is that holds it.
    private func isMadeAtLine(_ one: Int, _ host: Int) -> Bool {
        // Of a file the name alone: findings and traces may have come by different paths.
        guard let line = callers[one].first?.sourceLine?.description else { return false }
        return findings[host].trace?.culprit?.location?.description == line
            || callers[host].first?.sourceLine?.description == line
    }

    /// Whether one was made in a function that calls the one where the other was made, or the other way round.
    private func isMadeInCall(_ one: Int, _ host: Int) -> Bool {
        // Memory that nothing holds may be lost by itself, in whatever function.
        guard findings[one].unit != .blocks || findings[one].isOfRuntime, let maker = callers[one].first,
            let creator = callers[host].first
        else { return false }
        return callers[one].contains { $0.function == creator.function }
            || callers[host].contains { $0.function == maker.function }
    }

    /// Whether the objects are of a library's own work, as those are that an event loop has for each connection.
    private func isKeptByLibrary(_ index: Int) -> Bool {
        guard callers[index].isEmpty else { return false }
        let finding = findings[index]
        guard finding.unit == .blocks else { return finding.traces.contains { $0.shape != .unheld } }
        if finding.isOfRuntime { return true }
        // A stack that breaks off early leaves open whose memory it is.
        return finding.backtrace.frames.count < 3 || finding.traces.contains { $0.shape != .unheld }
    }

    /// Whether there are as many more of one in each cycle as of the other, or a multiple.
    private func isInStep(_ one: Int, _ host: Int) -> Bool {
        if findings[one].unit == .bytes || findings[host].unit == .bytes {
            return findings[one].steps.isMultiple(of: findings[host].steps)
        }
        return findings[one].births.isInStep(with: findings[host].births)
    }
}

extension LeakTrace {
    /// Whether the suspect is a reference of the program's, and not only what a library's object leads to.
    fileprivate var isHeldByProgram: Bool {
        guard namesProgram, let culprit else { return false }
        return culprit.step < steps.count - 1 || [.closure, .task].contains(steps[culprit.step].kind)
    }
}

extension Finding {
    /// The functions of the program, not of a package, in the stack of the allocation, innermost first.
    var programSymbols: [Symbol] {
        backtrace.frames.lazy.filter { !$0.isInPlatformLibrary }.flatMap { frame in
            frame.symbols.filter { symbol in
                SourceOrigin(symbol, builtInto: frame.module) == .program
                    && FunctionName(symbol.function).module.map(isProgramModule) ?? false
            }
        }
    }

    /// Whether references of the program's hold most of the objects, or a function of the program's allocated the memory.
    fileprivate var isHeldByProgram: Bool {
        if trace?.culprit?.pattern == .memoryNotFreed, suspect != nil { return !isMadeByLibrary }
        let all = traces.reduce(0) { $0 + $1.objects }
        let held = traces.reduce(0) { $0 + ($1.isHeldByProgram ? $1.objects : 0) }
        return held > 0 && held * 2 >= all
    }

    /// Whether a library, rather than the program by a function of the C library, allocated the memory.
    fileprivate var isMadeByLibrary: Bool {
        guard unit == .blocks else { return false }
        let maker = backtrace.frames.lazy.compactMap { frame -> (Frame, Symbol?)? in
            let file = frame.module.split(separator: "/").last ?? ""
            guard !file.hasPrefix("libc.so"), !file.hasPrefix("libstdc++") else { return nil }
            let symbol = frame.symbols.first { !$0.isAllocator }
            return symbol == nil && !frame.symbols.isEmpty ? nil : (frame, symbol)
        }.first
        guard let (frame, symbol) = maker else { return false }
        if frame.isInPlatformLibrary { return true }
        if let symbol, FunctionName(symbol.function).module.map(isPlatformModule) == true { return true }
        if let symbol, SourceOrigin(symbol, builtInto: frame.module) == .dependency { return true }
        let program = backtrace.frames.first { frame in
            frame.symbols.contains { SourceOrigin($0, builtInto: frame.module) == .program }
        }
        return program.map { $0.module != frame.module } ?? true
    }

    /// What each measured cycle adds.
    fileprivate var steps: [Int] {
        let measured = live.dropFirst(warmup)
        return zip(measured, measured.dropFirst()).map { $1 - $0 }
    }
}

extension Symbol {
    /// Where it is in the source; nil where that is not known.
    var sourceLine: SourceLine? {
        file.flatMap { file in line.map { SourceLine(file: file, line: $0) } }
    }

    /// Whether it only passes on to malloc what others ask for.
    fileprivate var isAllocator: Bool {
        function.hasPrefix("swift_slowAlloc") || function.contains("UnsafeMutablePointer.allocate(")
            || function.contains("UnsafeMutableRawPointer.allocate(")
    }
}

extension [Int] {
    /// Whether every number is the same whole multiple of the other one at its place, or the other way round.
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
    /// Whether there are as many of others in each cycle, or a whole multiple.
    fileprivate func isInStep(with other: [Birth]) -> Bool {
        guard !isEmpty, count == other.count, let first, let its = other.first else { return false }
        let (large, small) = (Swift.max(first.count, its.count), Swift.min(first.count, its.count))
        guard small > 0, large % small == 0 else { return false }
        return zip(self, other).allSatisfy {
            $0.generation == $1.generation && $0.count * its.count == $1.count * first.count
        }
    }
}
