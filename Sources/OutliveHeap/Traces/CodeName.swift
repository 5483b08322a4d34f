internal import OutliveModel

/// What the code of a closure, or a function that allocated something, is called in a trace.
struct CodeName: Hashable, Sendable {
    /// What it is.
    enum Role: Hashable, Sendable {
        /// A closure, or a local function.
        case closure
        /// Any other function.
        case function
        /// What the compiler makes up to adapt one closure to another.
        case thunk
        /// A closure or function as C calls it: what is passed to it is no context of Swift's.
        case foreign
    }

    var role: Role
    /// The function that it is in, without labels and with its type alone: `Feed.start`; of C its name.
    var function: String
    /// The module that declares it; nil of C.
    var module: String?
    /// Where it is.
    var location: SourceLine?

    /// The function as those know it who call it: `AsyncStream.next` of a library's `AsyncStream._Storage.next`.
    var publicFunction: String

    /// Whether it is a closure's code, or a function's that is used as one.
    var isSwiftCode: Bool { module != nil && (role == .closure || role == .function) }

    /// Reads the symbols of one address.
    ///
    /// - Parameter symbols: innermost inlined function first; the last is the one that the address is in.
    init?(_ symbols: [Symbol]) {
        guard let symbol = symbols.last, !symbol.function.isEmpty else { return nil }
        self.init(symbol)
        // A forwarder that its closure was inlined into has no line of its own.
        if location == nil { location = symbols.lazy.compactMap(Self.line).first }
    }

    /// Reads the name of a function.
    init(_ symbol: Symbol) {
        let name = FunctionName(symbol.function)
        module = name.module
        location = Self.line(symbol)
        guard name.module != nil else {
            role = Self.isThunk(symbol.function) ? .thunk : .function
            (function, publicFunction) = (name.brief, name.brief)
            return
        }
        let contexts = Self.contexts(name.brief)
        role =
            symbol.function.hasPrefix("@objc ")
            ? .foreign : contexts.count > 1 || symbol.function.contains("closure #") ? .closure : .function
        function = Self.function(contexts.last ?? name.brief)
        let path = TypeNames.components(contexts.last ?? name.brief)
        let publicPath = path.filter { !$0.hasPrefix("_") && $0 != "AsyncIterator" && $0 != "Iterator" }
        publicFunction =
            publicPath.isEmpty || publicPath.count == path.count
            ? function : Self.function(publicPath.joined(separator: "."))
    }

    private static func line(_ symbol: Symbol) -> SourceLine? {
        guard let file = symbol.file, let line = symbol.line, line > 0, !file.hasPrefix("<") else { return nil }
        return SourceLine(file: file, line: line)
    }

    private static func isThunk(_ name: String) -> Bool {
        name.contains("reabstraction thunk") || name.hasPrefix("thunk for ") || name.hasPrefix("partial apply")
            || name.hasPrefix("block_copy_helper") || name.hasPrefix("merged ")
    }

    /// `closure #1 in Feed.load(from:)` cut at the ` in ` outside of brackets.
    private static func contexts(_ brief: String) -> [String] {
        guard brief.utf8.contains(UInt8(ascii: " ")) else { return [brief] }
        var result: [String] = [""]
        var depth = 0
        for word in brief.split(separator: " ", omittingEmptySubsequences: false) {
            if word == "in", depth == 0 {
                result.append("")
                continue
            }
            depth += word.count { "(<[".contains($0) } - word.count { ")>]".contains($0) }
            result[result.count - 1] += (result[result.count - 1].isEmpty ? "" : " ") + word
        }
        return result
    }

    /// `Feed.load` of `Net.Feed.load(from:)`, `Feed.url` of `Feed.url.getter`.
    private static func function(_ text: String) -> String {
        var path = TypeNames.components(text)
        if path.count > 1, accessors.contains(path[path.count - 1]) { path.removeLast() }
        let names = path.suffix(2).map { String($0.prefix { $0 != "(" && $0 != "<" }) }
        return names.allSatisfy { !$0.isEmpty } ? names.joined(separator: ".") : text
    }

    private static let accessors: Set<String> = [
        "didset", "getter", "modify", "modify2", "mutableAddressor", "owning", "read", "read2", "setter",
        "unsafeAddressor", "unsafeMutableAddressor", "willset",
    ]
}
