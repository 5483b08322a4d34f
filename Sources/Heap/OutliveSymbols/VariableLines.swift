package import OutliveModel

extension Symbolicator {
    /// Returns the places where variables are declared, or `nil` where debug information does not contain them.
    ///
    /// The tool blocks the calling thread, so pass many variables at once.
    package func declarations(ofVariables variables: [StateVariable]) -> [SourceLine?] {
        let none = [SourceLine?](repeating: nil, count: variables.count)
        guard !variables.isEmpty, let tool = symbolizerPath(environment: environment) else { return none }
        let places = places(of: variables)
        var lines = linesOfInitialisers(of: variables, at: places, by: tool)
        let rest = Set(variables.indices.filter { lines[$0] == nil }.compactMap { places[$0] })
        let others = (try? declarations(ofVariablesAt: Array(rest), by: tool)) ?? [:]
        for (index, place) in places { lines[index] = lines[index] ?? others[place] }
        return variables.indices.map { lines[$0].flatMap { $0.isWritten ? $0 : nil } }
    }

    /// Returns the places of variables with a declaration, by index, without modules that were rebuilt or are not here.
    private func places(of variables: [StateVariable]) -> [Int: Address] {
        let declared = variables.indices.filter { variables[$0].kind == .swift || variables[$0].kind == .c }
        let frames = declared.map { index in
            let variable = variables[index]
            // The place of a frame is the one before its offset, which follows a call.
            return (index, Frame(module: variable.path, buildID: variable.buildID, offset: variable.offset &+ 1))
        }
        let (addresses, _) = self.addresses(of: Set(frames.map(\.1)))
        return Dictionary(
            uniqueKeysWithValues: frames.compactMap { index, frame in addresses[frame].map { (index, $0) } })
    }

    /// Returns the lines of variables that a function initialises at their first use, by index.
    ///
    /// The compiler gives this function the line of the variable. With optimisation, the debug information has no such
    /// variable, but the function.
    private func linesOfInitialisers(
        of variables: [StateVariable], at places: [Int: Address], by tool: String
    ) -> [Int: SourceLine] {
        let lazy = places.keys.filter { variables[$0].kind == .swift && variables[$0].isLazy }
        var initialisers: [Int: (name: String, start: Address)] = [:]
        // Module by module, so that only one table is in memory at a time.
        for (module, indices) in Dictionary(grouping: lazy, by: { places[$0]?.module ?? "" }) {
            guard let table = ELFImage(path: module)?.symbolTable() else { continue }
            let candidates = indices.map { Self.initialisers(of: variables[$0].symbol) }
            let found = table.symbols(.function, named: Set(candidates.joined()))
            for (index, candidates) in zip(indices, candidates) {
                guard let name = candidates.first(where: { found[$0] != nil }), let symbol = found[name] else {
                    continue
                }
                initialisers[index] = (name, Address(module: module, offset: symbol.address))
            }
        }
        let starts = Set(initialisers.values.map(\.start))
        let found = (try? declaredFunctions(at: Array(starts), by: tool)) ?? [:]
        return initialisers.compactMapValues { name, start in
            // A linker can fold equal functions into one, which has the line of one of them.
            found[start].flatMap { $0.name == name ? $0.line : nil }
        }
    }

    /// Returns the names that the function can have that initialises a variable, likeliest first.
    ///
    /// The name of the variable without its type, and `_WZ` at its end.
    private static func initialisers(of symbol: String) -> [String] {
        symbol.indices.dropFirst().reversed().map { "\(symbol[..<$0])_WZ" }
    }
}

extension SourceLine {
    /// `true` if the line is in a file of the source, not in the expansion of a macro.
    fileprivate var isWritten: Bool { !file.contains("@__swiftmacro_") }
}
