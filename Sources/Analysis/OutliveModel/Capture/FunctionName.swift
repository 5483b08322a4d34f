/// The module and the short form of a demangled function name.
///
/// The runtime's demangler spells every type in full: `NoteService.Server.start(port: Swift.Int) async throws -> ()`
/// becomes `Server.start(port:)`.
package struct FunctionName: Hashable, Sendable {
    /// The Swift module that declares the function; `nil` for C, C++ and functions that the compiler generates.
    package let module: String?
    /// The name without module, types and generic arguments; names of other languages are unchanged.
    package let brief: String

    /// Parses a demangled name.
    package init(_ demangled: String) {
        let whole = Nesting(demangled)
        let contexts = whole.pieces(separatedBy: [" in ", " of ", " for "])
        // In `protocol witness for P.f() -> () in conformance App.X : P in App`, the module of the conformance declares
        // it.
        if let place = contexts.firstIndex(where: { $0.text.hasPrefix("conformance ") }), place > 0,
            let witness = Entity(contexts[place - 1].text), let last = contexts.last, place + 1 < contexts.count
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
        guard let declaration = Nesting(String(rest)).pieces(separatedBy: [" "]).first?.text else { return nil }
        let path = Nesting(declaration).pieces(separatedBy: ["."]).map(\.text)
        guard path.count > 1, path.allSatisfy({ !$0.isEmpty }), !declaration.contains("::") else { return nil }
        // Suffixes that C compilers append to the parts of a split function.
        guard !["cold", "constprop", "isra", "llvm", "lto_priv", "part"].contains(path[1]) else { return nil }
        module = extending ?? path[0]
        name = path.dropFirst().map(Self.component).joined(separator: ".")
    }

    /// Returns one name of a path with argument labels only: `load<A>(from: Swift.String)` becomes `load(from:)`.
    private static func component(_ text: String) -> String {
        let nesting = Nesting(text)
        var base = nesting.outside
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
        guard text.hasSuffix(")"), let arguments = nesting.lastGroup, arguments.start > 0 else { return base }
        let parameters = Nesting(arguments.text).pieces(separatedBy: [", "]).map(\.text).filter { !$0.isEmpty }
        let labels = parameters.map { parameter in
            Nesting(parameter).pieces(separatedBy: [": "]).count > 1 ? "\(parameter.prefix { $0 != ":" }):" : "_:"
        }
        return "\(base)(\(labels.joined()))"
    }
}

/// Text, with the bracket depth of each byte.
private struct Nesting {
    let bytes: [UInt8]
    /// The number of open brackets at each byte; a bracket itself counts as inside.
    let depths: [Int]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var depths: [Int] = []
        depths.reserveCapacity(bytes.count)
        var depth = 0
        var previous = UInt8(ascii: " ")
        for byte in bytes {
            // The angle brackets of an arrow or of an operator's name (`Foo.< infix`) enclose nothing.
            let isOperator = previous == UInt8(ascii: "-") || previous == UInt8(ascii: ".")
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                depths.append(depth)
            case UInt8(ascii: "<") where !isOperator:
                depth += 1
                depths.append(depth)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                depths.append(max(depth, 1))
                depth = max(depth - 1, 0)
            case UInt8(ascii: ">") where !isOperator:
                depths.append(max(depth, 1))
                depth = max(depth - 1, 0)
            default:
                depths.append(depth)
            }
            previous = byte
        }
        self.bytes = bytes
        self.depths = depths
    }

    var outside: String {
        String(decoding: zip(bytes, depths).lazy.filter { $0.1 == 0 }.map(\.0), as: UTF8.self)
    }

    /// The text inside the last bracket and the position of its opening bracket.
    var lastGroup: (text: String, start: Int)? {
        guard let end = depths.lastIndex(where: { $0 > 0 }) else { return nil }
        var start = end
        while start > 0, depths[start - 1] > 0, !(depths[start] == 1 && bytes[start] == UInt8(ascii: "(")) {
            start -= 1
        }
        guard start < end else { return nil }
        return (String(decoding: bytes[(start + 1)..<end], as: UTF8.self), start)
    }

    /// Splits the text at separators outside all brackets and returns each piece with the separator that ends it.
    ///
    /// - Parameter separators: the separators, all with the same first byte.
    func pieces(separatedBy separators: [String]) -> [(text: String, separator: String?)] {
        var pieces: [(text: String, separator: String?)] = []
        var start = 0
        var index = 0
        let first = separators[0].utf8.first
        while index < bytes.count {
            guard depths[index] == 0, bytes[index] == first,
                let separator = separators.first(where: { bytes[index...].starts(with: $0.utf8) })
            else {
                index += 1
                continue
            }
            pieces.append((String(decoding: bytes[start..<index], as: UTF8.self), separator))
            index += separator.utf8.count
            start = index
        }
        pieces.append((String(decoding: bytes[start...], as: UTF8.self), nil))
        return pieces
    }
}
