/// The type of a live heap object, as far as the runtime identifies it.
package struct HeapType: Codable, Hashable, Sendable, Comparable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// An instance of a class or actor; also the storage of arrays, dictionaries, sets and strings.
        case object
        case closure
        /// A captured variable, or a value too large for its existential.
        case box
        case error
        case task
        /// A heap object of a kind for which the runtime has no name.
        case other
        /// A block from malloc that is no Swift object.
        case raw
    }

    /// The type of all blocks from malloc that are no Swift objects.
    package static let rawMemory = HeapType(name: "raw memory", kind: .raw)

    /// The type of all tasks.
    package static let task = HeapType(name: "Swift.Task", kind: .task)

    /// The fully qualified name as the runtime spells it, such as `App.Session`.
    ///
    /// The name of a closure lists its captures: `(Swift.Int, App.Session)`. The name of a box or an error is the type
    /// of its value.
    package var name: String
    package var kind: Kind

    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    package static func < (first: HeapType, second: HeapType) -> Bool {
        (first.name, first.kind.rawValue) < (second.name, second.kind.rawValue)
    }
}

extension HeapType: CustomStringConvertible {
    /// The form in reports: `App.Session`, `closure (Swift.Int, App.Session)`, `box of App.Settings`, `error
    /// App.Failure`.
    package var description: String {
        switch kind {
        case .object, .task, .other, .raw: name
        case .closure: "closure \(name)"
        case .box: "box of \(name)"
        case .error: "error \(name)"
        }
    }
}

extension HeapType {
    /// Parses the text of `description`; a task or an object of kind `other` becomes `object`.
    package init(described text: String) {
        guard text != Self.rawMemory.name else {
            self = .rawMemory
            return
        }
        let prefixes: [(String, Kind)] = [("closure ", .closure), ("box of ", .box), ("error ", .error)]
        let found = prefixes.first { text.hasPrefix($0.0) }
        self.init(name: String(text.dropFirst(found?.0.count ?? 0)), kind: found?.1 ?? .object)
    }

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
        // Splits at everything but names and dots: brackets, commas, arrows, labels and quotes. Bytes, because a snapshot
        // has many types and this is asked of each of them.
        return text.utf8.split { !$0.isOfPath }
            .compactMap { path in
                let module = path.prefix { $0 != UInt8(ascii: ".") }
                // `.Index` follows the `>` of another path; a word without a dot is a label.
                return module.isEmpty || module.endIndex == path.endIndex ? nil : String(Substring(module))
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
        var depth = 0
        return inner.split { character in
            if "(<[".contains(character) { depth += 1 }
            if ")>]".contains(character) { depth -= 1 }
            return character == "," && depth == 0
        }.map { $0.drop { $0 == " " } }
    }
}

extension UInt8 {
    /// `true` for a byte of a name, of a letter beyond ASCII, or of the dot between names.
    fileprivate var isOfPath: Bool {
        self >= 0x80 || self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_")
            || self == UInt8(ascii: ".") || self == UInt8(ascii: "$")
    }
}
