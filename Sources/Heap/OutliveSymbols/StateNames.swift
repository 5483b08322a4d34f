package import OutliveModel
internal import OutliveSupport

extension ProgramState {
    /// Replaces the mangled names of the variables by those in the source, and sorts the variables by them.
    package mutating func name() {
        for index in variables.indices { variables[index].readName() }
        variables.sort { $0.isOrdered(before: $1) }
    }
}

extension StateVariable {
    fileprivate func isOrdered(before other: StateVariable) -> Bool {
        // The names of memory are numbers.
        if kind == .memory, other.kind == .memory { return (file, offset) < (other.file, other.offset) }
        return (kind.rank, file, name, offset) < (other.kind.rank, other.file, other.name, other.offset)
    }

    /// Reads a name such as `static App.Flags.(beta in _5A) : Swift.Bool`.
    fileprivate mutating func readName() {
        if kind == .task { return readFunctionName() }
        guard kind == .swift else { return }
        let readable = demangled(symbol)
        guard readable != symbol else { return }
        var rest = withoutDiscriminators(readable)[...]
        isStatic = rest.hasPrefix("static ")
        if isStatic { rest = rest.dropFirst("static ".count) }
        if let colon = rest.firstRange(of: " : ") {
            if type.isEmpty { type = String(rest[colon.upperBound...]) }
            rest = rest[..<colon.lowerBound]
        }
        // `(extension in App):Swift.String.key`
        if rest.hasPrefix("(extension in "), let end = rest.firstRange(of: "):") {
            module = String(rest.dropFirst("(extension in ".count)[..<end.lowerBound])
            rest = rest[end.upperBound...]
            rest = rest.firstIndex(of: ".").map { rest[rest.index(after: $0)...] } ?? rest
        } else if let dot = rest.firstIndex(of: ".") {
            module = String(rest[..<dot])
            rest = rest[rest.index(after: dot)...]
        }
        name = String(rest)
    }

    /// Reads the name of an async function, such as `closure #1 () async -> () in App.watch() async -> ()`.
    private mutating func readFunctionName() {
        let function = FunctionName(plainName(functionName(symbol)))
        module = function.module ?? ""
        let contexts = function.brief.split(outsideBracketsAt: " in ")
        name = "task in \(contexts.count > 1 ? "closure in " : "")\(contexts.last ?? function.brief)"
    }

    /// Returns a name without the marks of files that declare private names: `(hidden in _5A)` is `hidden`.
    private func withoutDiscriminators(_ name: String) -> String {
        guard name.contains(" in _") else { return name }
        var result = ""
        var rest = name[...]
        while let mark = rest.firstRange(of: " in _"), let start = rest[..<mark.lowerBound].lastIndex(of: "("),
            let end = rest[mark.upperBound...].firstIndex(of: ")")
        {
            result += rest[..<start] + rest[rest.index(after: start)..<mark.lowerBound]
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}

extension StateVariable.Kind {
    /// Variables of the program come first.
    fileprivate var rank: Int {
        switch self {
        case .swift: 0
        case .c: 1
        case .shared: 2
        case .task: 3
        case .setting: 4
        case .environment: 5
        case .memory: 6
        }
    }
}
