internal import OutliveModel

extension ModuleOrigins {
    /// Classifies the modules in the symbolicated stacks of findings.
    init(seenIn findings: [Finding]) { self.init(seenIn: findings.lazy.flatMap(\.backtrace.frames)) }

    /// Returns `true` if the program declares a type or, for a closure, a type that it mentions.
    func declares(_ type: HeapType) -> Bool {
        type.kind == .closure ? type.mentionedModules.contains(where: isProgram) : type.module.map(isProgram) ?? false
    }

    /// Returns `true` if an object of a type is the program's, or a container of the platform for its types.
    ///
    /// Such containers are arrays of its objects, or closures that captured one. Containers of a package belong to the
    /// package.
    func owns(_ type: HeapType) -> Bool {
        guard type.holdsProgram, type.mentionedModules.contains(where: isProgram) else { return false }
        guard type.kind != .closure, let module = type.module else { return true }
        return isProgram(module) || !isProgramModule(module)
    }
}

/// Returns `true` if a module is the program's own, judged by its name alone.
func isOwnModule(_ module: String) -> Bool { isProgramModule(module) && !isKnownLibrary(module) }

extension HeapType {
    /// `true` if the program declares the type, judged by the name of its module alone.
    var isOfOwnModule: Bool { module.map(isOwnModule) ?? false }
}

extension HeapSnapshot {
    /// `true` for each type that the program declares, judged by the name of its module.
    var typesOfProgram: [Bool] { types.map { $0.type?.isOfOwnModule ?? false } }
}

extension Finding {
    /// The type of the objects.
    var type: HeapType { HeapType(described: key.type) }
    /// `true` if the objects are tasks.
    var isOfTasks: Bool { tier == .heap && key.type == HeapType.task.description }

    /// The functions of the program, not of a package, in the allocation stack, innermost first.
    var programSymbols: [Symbol] {
        backtrace.frames.lazy.filter { !$0.isInPlatformLibrary }.flatMap { frame in
            frame.symbols.filter { symbol in
                SourceOrigin(symbol, builtInto: frame.module) == .program
                    && FunctionName(symbol.function).module.map(isProgramModule) ?? false
            }
        }
    }
}

extension Symbol {
    /// The source location, or `nil` if it is unknown.
    var sourceLine: SourceLine? { file.flatMap { file in line.map { SourceLine(file: file, line: $0) } } }

    /// `true` if the function allocates for its caller, as malloc or a function of the C library with a known release.
    var isAllocator: Bool { returnsMemory || MemoryRelease(ofMemoryFrom: function) != nil }

    /// `true` if the function passes requests on to malloc, and the caller alone owns the block.
    var returnsMemory: Bool {
        Self.allocators.contains(function) || Self.allocatorPrefixes.contains(where: function.hasPrefix)
            || function.contains("UnsafeMutablePointer.allocate(")
            || function.contains("UnsafeMutableRawPointer.allocate(")
            || MemoryRelease(ofMemoryFrom: function)?.isOfMemory == true
    }

    private static let allocators: Set<String> = [
        "aligned_alloc", "calloc", "malloc", "posix_memalign", "realloc",
    ]
    private static let allocatorPrefixes = [
        "_Zn", "_malloc_type_", "_malloc_zone_", "malloc_type_", "malloc_zone_", "operator new", "swift_slowAlloc",
    ]
}
