internal import OutliveModel

/// Tells which types are the program's own, by the modules that they mention.
struct OwnModules: Sendable {
    private let modules: ModuleOrigins

    /// Learns from where functions are in the source.
    init(seenIn frames: some Sequence<Frame>) { modules = ModuleOrigins(seenIn: frames) }

    /// Learns from the stacks of findings, symbolicated.
    init(seenIn findings: [Finding]) {
        self.init(seenIn: findings.lazy.flatMap(\.backtrace.frames))
    }

    /// Whether a module is the program's own; where no source of it was seen, its name tells.
    func contains(_ module: String) -> Bool { modules.isProgram(module) }

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
