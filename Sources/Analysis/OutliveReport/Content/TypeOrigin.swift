internal import OutliveModel

/// The origin of a type, ordered from the program outwards.
enum TypeOrigin: Int, Comparable, CaseIterable {
    /// A module of the program, or an unknown module.
    case program
    /// A module of a package that the program uses.
    case package
    /// The standard library, Foundation or the runtime.
    case platform
    /// A block that is not a Swift object.
    case raw

    static func < (first: TypeOrigin, second: TypeOrigin) -> Bool { first.rawValue < second.rawValue }
}

/// A classifier of types by the modules in their names.
///
/// SwiftPM checks packages out into a folder of their own, so that the source files of a module show its origin.
/// Without source files, the name of the module decides.
struct TypeOrigins {
    private let modules: ModuleOrigins

    /// Reads the modules of packages from symbolicated stacks.
    ///
    /// - Complexity: O(n) in the number of symbols; each distinct function is read once.
    init(_ backtraces: some Sequence<Backtrace>) {
        modules = ModuleOrigins(seenIn: backtraces.lazy.flatMap(\.frames))
    }

    /// Returns the origin of a type. A closure that captures types of the program belongs to the program.
    func origin(of type: HeapType) -> TypeOrigin {
        guard type.kind != .raw else { return .raw }
        guard type.isDeclaredByProgram else { return .platform }
        let modules = type.kind == .closure ? type.mentionedModules : Array(type.mentionedModules.prefix(1))
        return modules.contains(where: self.modules.isProgram) ? .program : .package
    }
}
