extension HeapType {
    /// The module that declares the type, in `Swift.Array<App.Session>` the first; nil where the name has none.
    public var module: String? { mentionedModules.first }

    /// The modules that the name mentions, in its order: `Swift.Array<App.Session>` has `Swift` and `App`.
    public var mentionedModules: [String] { modules(in: name[...]) }

    private func modules(in text: Substring) -> [String] {
        // `(extension in App):Swift.String.Cached` is App's, whatever it extends.
        if let start = text.firstRange(of: "(extension in "),
            let end = text[start.upperBound...].firstRange(of: "):")
        {
            let extended = text[end.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
            return modules(in: text[..<start.lowerBound]) + [String(text[start.upperBound..<end.lowerBound])]
                + modules(in: text[extended.endIndex...])
        }
        // Names and dots; brackets, commas, arrows, labels and quotes part them.
        return text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "$") }
            .compactMap { path in
                let module = path.prefix { $0 != "." }
                // `.Index` follows the `>` of another path; a word without a dot is a label.
                return module.isEmpty || module.endIndex == path.endIndex ? nil : String(module)
            }
    }

    /// Whether the program declares it, or a library that is part neither of the toolchain nor of Outlive; of a closure,
    /// whether it captured anything that they declare.
    public var isDeclaredByProgram: Bool {
        kind == .closure ? mentionsProgram : module.map(isProgramModule) ?? false
    }

    /// Whether the name mentions a type that the program declares, or a library that is part neither of the toolchain nor of
    /// Outlive; what a closure captured weakly, and so does not hold, is left out.
    public var holdsProgram: Bool {
        guard kind == .closure else { return mentionsProgram }
        return captures.contains { capture in
            !capture.hasPrefix("weak ") && !capture.hasPrefix("unowned(unsafe) ")
                && modules(in: capture).contains(where: isProgramModule)
        }
    }

    /// Whether the name mentions a type that the program declares, or a library that is part neither of the toolchain nor of
    /// Outlive.
    public var mentionsProgram: Bool { mentionedModules.contains(where: isProgramModule) }

    /// What a closure captured: its name without the brackets around it, cut at the commas outside of others.
    private var captures: [Substring] {
        let inner = name.hasPrefix("(") && name.hasSuffix(")") ? name.dropFirst().dropLast() : name[...]
        var depth = 0
        return inner.split { character in
            if "(<[".contains(character) { depth += 1 }
            if ")>]".contains(character) { depth -= 1 }
            return character == "," && depth == 0
        }.map { $0.drop { $0 == " " } }
    }
}
