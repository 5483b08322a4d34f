internal import OutliveModel

/// Tells the program's own modules from those of the packages that it depends on, whose objects say less to who reads of
/// them.
struct OwnModules: Sendable {
    /// Modules of which a function's source is seen to be what a package manager fetched.
    private let dependencies: Set<String>
    /// Modules of which a function's source is seen to be elsewhere.
    private let sources: Set<String>

    /// Learns from where functions are in the source.
    init(seenIn frames: some Sequence<Frame>) {
        var modules: [SourceOrigin: Set<String>] = [:]
        var known: Set<String> = []
        for frame in frames {
            for symbol in frame.symbols {
                let origin = SourceOrigin(symbol, builtInto: frame.module)
                guard origin != .unknown, !Self.isMadeUp(symbol.function), known.insert(symbol.function).inserted,
                    let module = FunctionName(symbol.function).module
                else { continue }
                modules[origin, default: []].insert(module)
            }
        }
        (dependencies, sources) = (modules[.dependency, default: []], modules[.program, default: []])
    }

    /// Learns from the stacks of findings, symbolicated.
    init(seenIn findings: [Finding]) {
        self.init(seenIn: findings.lazy.flatMap(\.backtrace.frames))
    }

    /// Whether a module is the program's own; where no source of it was seen, its name tells.
    func contains(_ module: String) -> Bool {
        isProgramModule(module) && !dependencies.contains(module)
            && (sources.contains(module) || !isKnownLibrary(module))
    }

    /// Whether the compiler makes such a function where another module's type is used.
    private static func isMadeUp(_ function: String) -> Bool {
        function.hasPrefix("outlined ") || function.contains(" for ")
    }

    /// Whether the program itself declares a type; of a closure, whether it captured anything that the program declares.
    func declare(_ type: HeapType) -> Bool {
        type.kind == .closure ? type.mentionedModules.contains(where: contains) : type.module.map(contains) ?? false
    }

    /// Whether an object of a type is the program's, or what the platform makes of its types.
    ///
    /// That is an array of its objects, or a closure that captured one; what a package makes of them is the package's.
    func own(_ type: HeapType) -> Bool {
        guard type.holdsProgram, type.mentionedModules.contains(where: contains) else { return false }
        guard type.kind != .closure, let module = type.module else { return true }
        return contains(module) || !isProgramModule(module)
    }
}
