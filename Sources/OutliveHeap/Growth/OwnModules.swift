internal import OutliveModel

/// Tells the program's own modules from those of the packages that it depends on, whose objects say less to who reads of
/// them.
struct OwnModules: Sendable {
    /// Modules whose source is seen to be a checkout of a package manager.
    private let dependencies: Set<String>

    /// Learns from where functions are in the source.
    init(seenIn symbols: some Sequence<Symbol>) {
        dependencies = Set(
            symbols.lazy.filter { $0.file?.contains("/checkouts/") == true }
                .compactMap { FunctionName($0.function).module })
    }

    /// Learns from the stacks of findings, symbolicated.
    init(seenIn findings: [Finding]) {
        self.init(seenIn: findings.lazy.flatMap(\.backtrace.frames).flatMap(\.symbols))
    }

    /// Whether a module is the program's own.
    func contains(_ module: String) -> Bool {
        isProgramModule(module) && !isKnownLibrary(module) && !dependencies.contains(module)
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
