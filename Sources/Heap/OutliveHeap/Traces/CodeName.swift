internal import OutliveModel
internal import OutliveSupport

/// The name of a function or closure as shown in a trace.
struct CodeName: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        /// A closure or a local function.
        case closure
        /// Any other function.
        case function
        /// A compiler-generated adapter from one closure to another.
        case thunk
        /// A closure or function with a C calling convention: its argument is not a Swift context.
        case foreign
    }

    var role: Role
    /// The enclosing function with its type and without labels, such as `Feed.start`, or the name of a C function.
    var function: String
    /// The module that declares the function, or `nil` for C.
    var module: String?
    var location: SourceLine?

    /// The function by its public name: `AsyncStream.next` for `AsyncStream._Storage.next` of the library.
    var publicFunction: String

    /// `true` if the code belongs to a Swift closure, or to a function used as one.
    var isSwiftCode: Bool { module != nil && (role == .closure || role == .function) }

    /// Creates the name from the symbols of one address.
    ///
    /// - Parameter symbols: The symbols, innermost inlined function first; the last contains the address.
    init?(_ symbols: [Symbol]) {
        guard let symbol = symbols.last, !symbol.function.isEmpty else { return nil }
        self.init(symbol)
        // A forwarder with an inlined closure has no line of its own.
        if location == nil { location = symbols.lazy.compactMap(Self.line).first }
    }

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

    /// Splits a name such as `closure #1 in Feed.load(from:)` at each ` in ` outside brackets.
    private static func contexts(_ brief: String) -> [String] {
        BracketedText(brief).split(at: " in ")
    }

    /// Returns the type and base name of a function: `Feed.load` for `Net.Feed.load(from:)`, `Feed.url` for
    /// `Feed.url.getter`.
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
