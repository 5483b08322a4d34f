internal import OutliveModel

/// The program's own modules, which decide whether a type is the program's.
struct OwnModules: Sendable {
    private let modules: ModuleOrigins

    /// Creates the set of modules from the source locations of functions.
    init(seenIn frames: some Sequence<Frame>) { modules = ModuleOrigins(seenIn: frames) }

    /// Creates the set of modules from the symbolicated stacks of findings.
    init(seenIn findings: [Finding]) {
        self.init(seenIn: findings.lazy.flatMap(\.backtrace.frames))
    }

    /// Returns `true` if a module is the program's own, judged by its name if none of its sources was seen.
    func contains(_ module: String) -> Bool { modules.isProgram(module) }

    /// Returns `true` if the program declares a type or, for a closure, a type that it mentions.
    func declare(_ type: HeapType) -> Bool {
        type.kind == .closure ? type.mentionedModules.contains(where: contains) : type.module.map(contains) ?? false
    }

    /// Returns `true` if an object of a type is the program's, or a container of the platform for its types.
    ///
    /// Such containers are arrays of its objects, or closures that captured one. Containers of a package belong to the
    /// package.
    func own(_ type: HeapType) -> Bool {
        guard type.holdsProgram, type.mentionedModules.contains(where: contains) else { return false }
        guard type.kind != .closure, let module = type.module else { return true }
        return contains(module) || !isProgramModule(module)
    }
}
