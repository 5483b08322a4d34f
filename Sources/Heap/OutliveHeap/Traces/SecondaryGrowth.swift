internal import OutliveModel

/// A search for findings that grow only because another leaks: objects and memory that a library allocates for the leak
/// or stores beside it.
struct SecondaryGrowth {
    private let findings: [Finding]
    private let modules: OwnModules
    /// For each finding, the program's functions that allocated its objects, innermost first.
    private let callers: [[Symbol]]
    /// `true` for each finding whose objects are mostly held by the program, or whose memory the program allocated.
    private let isNamed: [Bool]

    init(_ findings: [Finding], _ modules: OwnModules) {
        (self.findings, self.modules) = (findings, modules)
        callers = findings.map(\.programSymbols)
        isNamed = findings.map(\.isHeldByProgram)
    }

    /// Returns the finding that a group belongs to, or `nil` if the group has a reference of the program, no host or
    /// several.
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

    /// Returns `true` if a library declares or allocates the objects.
    private func isOfLibrary(_ index: Int) -> Bool {
        let finding = findings[index]
        guard finding.tier == .heap else { return false }
        if finding.unit == .blocks { return finding.isMadeByLibrary || callers[index].isEmpty }
        return !modules.own(HeapType(described: finding.key.type))
    }

    /// Returns `true` if one was allocated at the line that allocates the other or contains the closure that holds it.
    private func isMadeAtLine(_ one: Int, _ host: Int) -> Bool {
        // The description contains only the file name, because findings and traces may spell the path differently.
        guard let line = callers[one].first?.sourceLine?.description else { return false }
        return findings[host].trace?.culprit?.location?.description == line
            || callers[host].first?.sourceLine?.description == line
    }

    /// Returns `true` if the stack of one contains the function that allocated the other.
    private func isMadeInCall(_ one: Int, _ host: Int) -> Bool {
        // Memory without a holder may be a leak of its own in any function.
        guard findings[one].unit != .blocks || findings[one].isOfRuntime, let maker = callers[one].first,
            let creator = callers[host].first
        else { return false }
        return callers[one].contains { $0.function == creator.function }
            || callers[host].contains { $0.function == maker.function }
    }

    /// Returns `true` if the objects belong to the library's own work, like those of an event loop for each connection.
    private func isKeptByLibrary(_ index: Int) -> Bool {
        guard callers[index].isEmpty else { return false }
        let finding = findings[index]
        guard finding.unit == .blocks else { return finding.traces.contains { $0.shape != .unheld } }
        if finding.isOfRuntime { return true }
        // A truncated stack does not show who allocated the memory.
        return finding.backtrace.frames.count < 3 || finding.traces.contains { $0.shape != .unheld }
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
    fileprivate var isHeldByProgram: Bool {
        guard namesProgram, let culprit else { return false }
        return culprit.step < steps.count - 1 || [.closure, .task].contains(steps[culprit.step].kind)
    }
}

extension Finding {
    /// The functions of the program, not of a package, in the allocation stack, innermost first.
    var programSymbols: [Symbol] {
        backtrace.frames.lazy.filter { !$0.isInPlatformLibrary }.flatMap { frame in
            frame.symbols.filter { symbol in
                SourceOrigin(symbol, builtInto: frame.module) == .program
                    && FunctionName(symbol.function).module.map(isProgramModule) ?? false
            }
        }
    }

    /// `true` if references of the program hold most of the objects, or a function of the program allocated the memory.
    fileprivate var isHeldByProgram: Bool {
        if trace?.culprit?.pattern == .memoryNotFreed, suspect != nil { return !isMadeByLibrary }
        let all = traces.reduce(0) { $0 + $1.objects }
        let held = traces.reduce(0) { $0 + ($1.isHeldByProgram ? $1.objects : 0) }
        return held > 0 && held * 2 >= all
    }

    /// `true` if a library allocated the memory, rather than the program through the C library.
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

    /// The growth in each measured cycle after the first.
    fileprivate var steps: [Int] {
        let measured = live.dropFirst(warmup)
        return zip(measured, measured.dropFirst()).map { $1 - $0 }
    }
}

extension Symbol {
    /// The source location, or `nil` if it is unknown.
    var sourceLine: SourceLine? {
        file.flatMap { file in line.map { SourceLine(file: file, line: $0) } }
    }

    /// `true` if the function only passes requests on to malloc.
    fileprivate var isAllocator: Bool {
        function.hasPrefix("swift_slowAlloc") || function.contains("UnsafeMutablePointer.allocate(")
            || function.contains("UnsafeMutableRawPointer.allocate(")
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
    fileprivate func isInStep(with other: [Birth]) -> Bool {
        guard !isEmpty, count == other.count, let first, let its = other.first else { return false }
        let (large, small) = (Swift.max(first.count, its.count), Swift.min(first.count, its.count))
        guard small > 0, large % small == 0 else { return false }
        return zip(self, other).allSatisfy {
            $0.generation == $1.generation && $0.count * its.count == $1.count * first.count
        }
    }
}
