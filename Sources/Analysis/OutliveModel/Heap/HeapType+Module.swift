internal import OutliveSupport

extension HeapType {
    /// The module that declares the type, such as `Swift` for `Swift.Array<App.Session>`; `nil` if the name has none.
    package var module: String? { mentionedModules.first }

    /// The modules in the name, in order, such as `Swift` and `App` for `Swift.Array<App.Session>`.
    package var mentionedModules: [String] { modules(in: name[...]) }

    private func modules(in text: Substring) -> [String] {
        // `(extension in App):Swift.String.Cached` belongs to App, whatever type it extends.
        if let start = text.firstRange(of: "(extension in "),
            let end = text[start.upperBound...].firstRange(of: "):")
        {
            let extended = text[end.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
            return modules(in: text[..<start.lowerBound]) + [String(text[start.upperBound..<end.lowerBound])]
                + modules(in: text[extended.endIndex...])
        }
        // Splits at everything but names and dots: brackets, commas, arrows, labels and quotes.
        return text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "$") }
            .compactMap { path in
                let module = path.prefix { $0 != "." }
                // `.Index` follows the `>` of another path; a word without a dot is a label.
                return module.isEmpty || module.endIndex == path.endIndex ? nil : String(module)
            }
    }

    /// `true` if the program declares the type, or a library outside the toolchain and Outlive does.
    ///
    /// For a closure it is `true` if any of its captures has such a type.
    package var isDeclaredByProgram: Bool {
        kind == .closure ? mentionsProgram : module.map(isProgramModule) ?? false
    }

    /// `true` if the name mentions a type of the program or of a library outside the toolchain and Outlive.
    ///
    /// The weak and unsafe captures of a closure are ignored, because the closure does not keep them alive.
    package var holdsProgram: Bool {
        guard kind == .closure else { return mentionsProgram }
        return captures.contains { capture in
            !capture.hasPrefix("weak ") && !capture.hasPrefix("unowned(unsafe) ")
                && modules(in: capture).contains(where: isProgramModule)
        }
    }

    /// `true` if the name mentions a type of the program or of a library outside the toolchain and Outlive.
    package var mentionsProgram: Bool { mentionedModules.contains(where: isProgramModule) }

    /// The captures of a closure: its name without the enclosing brackets, split at the outermost commas.
    private var captures: [Substring] {
        let inner = name.hasPrefix("(") && name.hasSuffix(")") ? name.dropFirst().dropLast() : name[...]
        return BracketedText(inner).split(at: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}
