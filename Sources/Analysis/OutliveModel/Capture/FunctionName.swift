internal import OutliveSupport

/// The module and the short form of a demangled function name.
///
/// The runtime's demangler spells every type in full: `NoteService.Server.start(port: Swift.Int) async throws -> ()`
/// becomes `Server.start(port:)`.
package struct FunctionName: Hashable, Sendable {
    /// The Swift module that declares the function; `nil` for C, C++ and functions that the compiler generates.
    package let module: String?
    /// The name without module, types and generic arguments; names of other languages are unchanged.
    package let brief: String

    /// Returns the parts of a demangled name, which are worked out once: the stacks of a heap repeat few names.
    package init(_ demangled: String) { self = KnownNames.shared.name(of: demangled) }

    fileprivate init(parsing demangled: String) {
        let whole = BracketedText(Self.withoutSpecialisations(demangled))
        let contexts = whole.pieces(separatedBy: [" in ", " of ", " for "])
        // In `protocol witness for P.f() -> () in conformance App.X : P in App`, the module of the conformance declares
        // it.
        if let index = contexts.firstIndex(where: { $0.text.hasPrefix("conformance ") }), index > 0,
            let witness = Entity(contexts[index - 1].text), let last = contexts.last, index + 1 < contexts.count
        {
            module = last.text
            brief = witness.name
            return
        }
        let entity = Entity(contexts.last?.text ?? "")
        guard let entity else {
            module = nil
            brief = demangled
            return
        }
        module = entity.module
        // Keeps `closure #1 in`, which names a function; drops `generic specialization of`, which only describes
        // compilation.
        let nested = contexts.dropLast().filter { $0.separator == " in " }.map { context in
            // Reduces `inner #1 <A>(A) -> ()` to its name.
            context.text.split(separator: " ").prefix { !"(<@".contains($0.first ?? " ") }.joined(separator: " ")
        }
        brief = (nested.filter { !$0.isEmpty } + [entity.name]).joined(separator: " in ")
    }

    /// Returns a name without the descriptions of specialisations that begin it, whose brackets need not match:
    /// `function signature specialization <Arg[0] = [Closure Propagated : $s1f, Argument Types : [Swift.Int]> of App.f`.
    package static func withoutSpecialisations(_ demangled: String) -> String {
        var rest = demangled[...]
        while let kind = rest.firstRange(of: " specialization <"), !rest[..<kind.lowerBound].contains("<"),
            !rest[..<kind.lowerBound].contains("("), let end = rest[kind.upperBound...].firstRange(of: "> of ")
        {
            rest = rest[end.upperBound...]
        }
        return String(rest)
    }
}

/// The names that were parsed before, safe to use from several threads.
private final class KnownNames: Sendable {
    static let shared = KnownNames()
    /// The most names, which together with their parts take some MB.
    private static let limit = 32_768

    private let names = Lock<[String: FunctionName]>([:])

    func name(of demangled: String) -> FunctionName {
        if let known = names.withLock({ $0[demangled] }) { return known }
        let name = FunctionName(parsing: demangled)
        names.withLock {
            if $0.count >= Self.limit { $0.removeAll(keepingCapacity: true) }
            $0[demangled] = name
        }
        return name
    }
}

/// A declaration: `static (extension in App):Swift.Array.load<A>(from: Swift.String) throws -> ()`.
private struct Entity {
    var module: String
    var name: String

    init?(_ text: String) {
        var rest = Substring(text)
        while let modifier = ["static ", "class ", "merged ", "@objc ", "@nonobjc "].first(where: rest.hasPrefix) {
            rest = rest.dropFirst(modifier.count)
        }
        var extending: String?
        let marker = "(extension in "
        if rest.hasPrefix(marker), let end = rest.firstIndex(of: ")"), rest[end...].hasPrefix("):") {
            extending = String(rest[rest.index(rest.startIndex, offsetBy: marker.count)..<end])
            rest = rest[end...].dropFirst(2)
        }
        guard let declaration = BracketedText(rest).split(at: " ").first else { return nil }
        let path = BracketedText(declaration).split(at: ".")
        guard path.count > 1, path.allSatisfy({ !$0.isEmpty }), !declaration.contains("::") else { return nil }
        // Suffixes that C compilers append to the parts of a split function.
        guard !["cold", "constprop", "isra", "llvm", "lto_priv", "part"].contains(path[1]) else { return nil }
        module = extending ?? path[0]
        name = path.dropFirst().map(Self.component).joined(separator: ".")
    }

    /// Returns one name of a path with argument labels only: `load<A>(from: Swift.String)` becomes `load(from:)`.
    private static func component(_ text: String) -> String {
        let brackets = BracketedText(text)
        var base = brackets.outside
        if base.isEmpty, text.hasPrefix("("), let end = text.dropFirst().firstIndex(of: " ") {
            base = String(text.dropFirst()[..<end])  // `(helper in _0A1B)`: private, with the file's discriminator.
        } else if base.isEmpty {
            return text  // An operator.
        }
        switch base {
        case "__allocating_init": base = "init"
        case "__deallocating_deinit", "__isolated_deallocating_deinit": base = "deinit"
        default: break
        }
        guard text.hasSuffix(")"), let arguments = brackets.lastGroup, arguments.start > 0 else { return base }
        let parameters = BracketedText(arguments.text).split(at: ", ").filter { !$0.isEmpty }
        let labels = parameters.map { parameter in
            BracketedText(parameter).split(at: ": ").count > 1 ? "\(parameter.prefix { $0 != ":" }):" : "_:"
        }
        return "\(base)(\(labels.joined()))"
    }
}
