internal import OutliveSupport

/// Spelling of type and variable names in traces and lists, from the runtime's and the demangler's.
package enum TypeNames {
    /// Returns a type without modules and enclosing types: `Pool<Connection>` for `App.Net.Pool<App.Net.Connection>`.
    package static func brief(_ name: String) -> String {
        let text = withoutContexts(name)
        var result: [UInt8] = []
        var path: [UInt8] = []
        var isRaw = false
        for byte in text.utf8 {
            if byte == rawQuote { isRaw.toggle() }
            if isRaw || byte == rawQuote || isPartOfName(byte) {
                path.append(byte)
            } else if byte == UInt8(ascii: ".") {
                // For `Box<App.A>.Node`, remove the enclosing type back to the start of the path.
                if result.last == UInt8(ascii: ">") { dropLastType(&result) }
                path.removeAll(keepingCapacity: true)
            } else {
                result += path
                path.removeAll(keepingCapacity: true)
                result.append(byte)
            }
        }
        let brief = String(decoding: result + path, as: UTF8.self)
        guard brief.hasPrefix("Optional<"), brief.hasSuffix(">") else { return brief }
        return brief.dropFirst("Optional<".count).dropLast() + "?"
    }

    /// Returns the modules that a type names, in their order: `Net` and `App` for `Net.Pool<App.Connection>`.
    package static func modules(_ name: String) -> [String] {
        var modules: [String] = []
        var (word, isFirst): ([UInt8], Bool) = ([], true)
        var isRaw = false
        for byte in withoutContexts(name).utf8 {
            if byte == rawQuote { isRaw.toggle() }
            if isRaw || byte == rawQuote || isPartOfName(byte) {
                word.append(byte)
                continue
            }
            if byte == UInt8(ascii: "."), isFirst, !word.isEmpty {
                modules.append(String(decoding: word, as: UTF8.self))
            }
            // After `>.` follows a type within another one.
            isFirst = byte != UInt8(ascii: ".") && byte != UInt8(ascii: ">")
            word.removeAll(keepingCapacity: true)
        }
        return modules
    }

    /// The character around an identifier that can contain any other: `` `first.second` ``.
    private static let rawQuote = UInt8(ascii: "`")

    /// Returns `true` if a byte belongs to an identifier; all bytes of non-ASCII characters do.
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// Removes the last type from text that ends with its generic arguments.
    private static func dropLastType(_ text: inout [UInt8]) {
        var depth = 0
        repeat {
            switch text.removeLast() {
            case UInt8(ascii: ">"): depth += 1
            case UInt8(ascii: "<"): depth -= 1
            default: break
            }
        } while depth > 0 && !text.isEmpty
        if text.last == rawQuote {
            text.removeLast()
            while let last = text.popLast(), last != rawQuote {}
        }
        while let last = text.last, isPartOfName(last) { text.removeLast() }
    }

    /// Returns the brief name without generic arguments: `Pool`.
    package static func base(_ name: String) -> String {
        let brief = brief(name)
        return brief.hasPrefix("(") ? brief : String(brief.prefix { $0 != "<" })
    }

    /// Returns a type without the optionals around it: `Swift.Int` for `Swift.Optional<Swift.Optional<Swift.Int>>`.
    package static func withoutOptional(_ name: String) -> Substring {
        let prefix = "Swift.Optional<"
        var text = name[...]
        while text.hasPrefix(prefix), text.hasSuffix(">") { text = text.dropFirst(prefix.count).dropLast() }
        return text
    }

    /// Returns `true` if a type is a function type, optional or not.
    package static func isFunction(_ name: String) -> Bool {
        BracketedText(withoutOptional(name)).split(at: "->").count > 1
    }

    /// Returns the source spelling of a variable's demangled name: `static Core.shared`, `appState`.
    package static func variable(_ demangled: String) -> String {
        var text = demangled[...]
        let isStatic = text.hasPrefix("static ")
        if isStatic { text = text.dropFirst("static ".count) }
        let declaration = withoutContexts(String(text.prefix(upTo: " : ")))
        // `shared #1 in App.Core.make() -> ()` is a static variable of a function.
        let path = BracketedText(declaration.prefix(upTo: " #")).split(at: ".")
        guard isStatic, path.count > 1 else { return path.last ?? demangled }
        return "static \(base(path[path.count - 2])).\(path[path.count - 1])"
    }

    /// Returns a name without `(extension in App):`, and with `(Session in _0A1B)` as `Session`.
    package static func withoutContexts(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
        var text = name
        while let start = text.firstRange(of: "(extension in "),
            let end = text[start.upperBound...].firstRange(of: "):")
        {
            text.removeSubrange(start.lowerBound..<end.upperBound)
        }
        while let marker = text.firstRange(of: " in _") ?? text.firstRange(of: " in $"),
            let open = text[..<marker.lowerBound].lastIndex(of: "("),
            let close = text[marker.upperBound...].firstIndex(of: ")")
        {
            text.replaceSubrange(open...close, with: text[text.index(after: open)..<marker.lowerBound])
        }
        while let marker = text.firstRange(of: "(unknown context at "),
            let close = text[marker.upperBound...].firstIndex(of: ")")
        {
            let end = text[text.index(after: close)...].hasPrefix(".") ? text.index(after: close) : close
            text.removeSubrange(marker.lowerBound...end)
        }
        return text
    }

    /// Returns the generic arguments of a type, or `nil` if it has none.
    package static func arguments(of name: String) -> [String]? {
        guard let open = name.firstIndex(of: "<"), name.hasSuffix(">") else { return nil }
        let arguments = BracketedText(name[name.index(after: open)...].dropLast()).split(at: ",")
        return arguments.map { argument in String(argument.drop { $0 == " " }) }
    }
}

extension StringProtocol {
    /// Returns the text before a separator, or the whole text if it does not contain it.
    fileprivate func prefix(upTo separator: String) -> SubSequence {
        firstRange(of: separator).map { self[..<$0.lowerBound] } ?? self[...]
    }
}
