internal import OutliveModel

/// Whose a type is, nearest to the program first.
enum TypeOrigin: Int, Comparable, CaseIterable {
    /// A module of the program, or one that nothing is known of.
    case program
    /// A module of a package that it uses.
    case package
    /// The standard library, Foundation, the runtime.
    case platform

    static func < (first: TypeOrigin, second: TypeOrigin) -> Bool { first.rawValue < second.rawValue }
}

/// Tells whose types are, by the modules in their names.
///
/// A package's module is known by its sources, which SwiftPM checks out into a folder of its own: where functions have
/// no files, such a module passes for the program's.
struct TypeOrigins {
    private let packageModules: Set<String>

    /// Learns the packages' modules from stacks that have symbols.
    ///
    /// - Complexity: O(n) in the number of symbols; each distinct function is read once.
    init(_ backtraces: some Sequence<Backtrace>) {
        var functions: Set<String> = []
        var modules: Set<String> = []
        for symbol in backtraces.lazy.flatMap(\.frames).flatMap(\.symbols) {
            guard let file = symbol.file, file.contains("/checkouts/"), functions.insert(symbol.function).inserted
            else { continue }
            if let module = FunctionName(symbol.function).module { modules.insert(module) }
        }
        packageModules = modules
    }

    /// Whose a type is: of all that its name names (arguments, captures) what is nearest to the program.
    func origin(of typeName: String) -> TypeOrigin {
        modules(in: typeName).map(origin(ofModule:)).min() ?? .platform
    }

    private func origin(ofModule module: String) -> TypeOrigin {
        platformModules.contains(module) ? .platform : packageModules.contains(module) ? .package : .program
    }

    /// The names before a dot that have none before them: `Swift` and `App` of `Swift._ContiguousArrayStorage<App.Item>`.
    private func modules(in typeName: String) -> Set<String> {
        var modules: Set<String> = []
        var word: [Unicode.Scalar] = []
        var isHead = true
        for scalar in typeName.unicodeScalars {
            if scalar == "_" || scalar.properties.isXIDContinue {
                word.append(scalar)
                continue
            }
            if scalar == ".", isHead, !word.isEmpty { modules.insert(String(String.UnicodeScalarView(word))) }
            // What follows a name's dot, or a closing bracket, belongs to that name.
            isHead = scalar != "." && scalar != ")" && scalar != ">"
            word = []
        }
        return modules.subtracting(["Any", "AnyObject", "Self"])
    }
}
