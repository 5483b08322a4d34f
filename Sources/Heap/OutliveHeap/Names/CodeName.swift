internal import OutliveModel
internal import OutliveSupport

/// The name of a function or closure as shown in a trace.
struct CodeName: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        /// A closure or a local function.
        case closure
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
        // A name such as `closure #1 in Feed.load(from:)`.
        let contexts = BracketedText(name.brief).split(at: " in ")
        let isClosure = contexts.count > 1 || symbol.function.contains("closure #")
        role = symbol.function.hasPrefix("@objc ") ? .foreign : isClosure ? .closure : .function
        let declaration = contexts[contexts.count - 1]
        let path = BracketedText(declaration).split(at: ".")
        function = Self.function(path) ?? declaration
        let publicPath = path.filter { !$0.hasPrefix("_") && $0 != "AsyncIterator" && $0 != "Iterator" }
        publicFunction =
            publicPath.isEmpty || publicPath.count == path.count
            ? function : Self.function(publicPath) ?? publicPath.joined(separator: ".")
    }

    private static func line(_ symbol: Symbol) -> SourceLine? {
        guard let line = symbol.sourceLine, line.line > 0, !line.file.hasPrefix("<") else { return nil }
        return line
    }

    private static func isThunk(_ name: String) -> Bool {
        name.contains("reabstraction thunk")
            || ["thunk for ", "partial apply", "block_copy_helper", "merged "].contains(where: name.hasPrefix)
    }

    /// Returns the type and base name of a function: `Feed.load` for `Net.Feed.load(from:)`, `Feed.url` for
    /// `Feed.url.getter`, or `nil` if a name is missing, as for operators.
    private static func function(_ path: [String]) -> String? {
        let isAccessor = path.count > 1 && accessors.contains(path[path.count - 1])
        let names = path.dropLast(isAccessor ? 1 : 0).suffix(2).map { String($0.prefix { $0 != "(" && $0 != "<" }) }
        return names.contains("") ? nil : names.joined(separator: ".")
    }

    private static let accessors: Set<String> = [
        "didset", "getter", "modify", "modify2", "mutableAddressor", "owning", "read", "read2", "setter",
        "unsafeAddressor", "unsafeMutableAddressor", "willset",
    ]
}
