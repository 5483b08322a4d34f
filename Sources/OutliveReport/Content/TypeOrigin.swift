internal import OutliveModel

/// Whose a type is, nearest to the program first.
enum TypeOrigin: Int, Comparable, CaseIterable {
    /// A module of the program declares it, or one that nothing is known of.
    case program
    /// A module of a package that it uses.
    case package
    /// The standard library, Foundation, the runtime.
    case platform
    /// None: blocks that are no Swift objects.
    case raw

    static func < (first: TypeOrigin, second: TypeOrigin) -> Bool { first.rawValue < second.rawValue }
}

/// Tells whose types are, by the modules in their names.
///
/// A package's module is known by its sources, which SwiftPM checks out into a folder of its own; where functions have no
/// files, by its name.
struct TypeOrigins {
    private let modules: ModuleOrigins

    /// Learns the packages' modules from stacks that have symbols.
    ///
    /// - Complexity: O(n) in the number of symbols; each distinct function is read once.
    init(_ backtraces: some Sequence<Backtrace>) {
        modules = ModuleOrigins(seenIn: backtraces.lazy.flatMap(\.frames))
    }

    /// Whose a type is; what a closure captured makes it theirs.
    func origin(of type: HeapType) -> TypeOrigin {
        guard type.kind != .raw else { return .raw }
        guard type.isDeclaredByProgram else { return .platform }
        let modules = type.kind == .closure ? type.mentionedModules : Array(type.mentionedModules.prefix(1))
        return modules.contains(where: self.modules.isProgram) ? .program : .package
    }
}
