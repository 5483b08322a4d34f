/// A classification of modules into the program's own and those of its dependencies.
///
/// The source paths of a module's functions decide; without any, the module's name does.
package struct ModuleOrigins: Hashable, Sendable {
    /// The modules with a function whose source was fetched by a package manager.
    private let dependencies: Set<String>
    /// The modules with a function whose source lies elsewhere.
    private let sources: Set<String>

    /// Classifies modules by the source paths of the functions in frames.
    ///
    /// - Complexity: O(n) in the number of symbols; each distinct function is read once.
    package init(seenIn frames: some Sequence<Frame>) {
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

    /// Returns `true` if a module is the program's own; its name decides if no source of it was seen.
    package func isProgram(_ module: String) -> Bool {
        isProgramModule(module) && !dependencies.contains(module)
            && (sources.contains(module) || !isKnownLibrary(module))
    }

    /// Returns `true` if the compiler generates such a function in a module that only uses another module's type.
    private static func isMadeUp(_ function: String) -> Bool {
        function.hasPrefix("outlined ") || function.contains(" for ")
    }
}
