extension HeapType {
    /// The module that declares the type, in `Swift.Array<App.Session>` the first; nil where the name has none.
    public var module: String? { mentionedModules.first }

    /// The modules that the name mentions, in its order: `Swift.Array<App.Session>` has `Swift` and `App`.
    public var mentionedModules: [String] {
        // Names and dots; brackets, commas, arrows, labels and quotes part them.
        name.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "$") }
            .compactMap { path in
                let module = path.prefix { $0 != "." }
                // `.Index` follows the `>` of another path; a word without a dot is a label.
                return module.isEmpty || module.endIndex == path.endIndex ? nil : String(module)
            }
    }

    /// Whether the program, or a library that is no part of the toolchain, declares it; of a closure, whether it captured
    /// anything that they declare.
    public var isDeclaredByProgram: Bool {
        kind == .closure
            ? mentionsProgram : module.map { !isPlatformModule($0) } ?? false
    }

    /// Whether the name mentions a type that the program, or a library that is no part of the toolchain, declares.
    public var mentionsProgram: Bool { mentionedModules.contains { !isPlatformModule($0) } }
}
