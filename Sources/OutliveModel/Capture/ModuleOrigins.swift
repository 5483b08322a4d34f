/// Tells the program's own modules from those of the packages that it depends on, by where the source of their functions
/// lies; of a module without any, by its name.
package struct ModuleOrigins: Hashable, Sendable {
    /// Modules of which a function's source is seen to be what a package manager fetched.
    private let dependencies: Set<String>
    /// Modules of which a function's source is seen to be elsewhere.
    private let sources: Set<String>

    /// Learns from where functions are in the source.
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

    /// Whether a module is the program's own; where no source of it was seen, its name tells.
    package func isProgram(_ module: String) -> Bool {
        isProgramModule(module) && !dependencies.contains(module)
            && (sources.contains(module) || !isKnownLibrary(module))
    }

    /// Whether the compiler makes such a function where another module's type is used.
    private static func isMadeUp(_ function: String) -> Bool {
        function.hasPrefix("outlined ") || function.contains(" for ")
    }
}
