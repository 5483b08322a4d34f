/// The values of a program's globals and statics at one moment, and of what they lead to.
///
/// Content of texts is a keyed hash, references are their presence and type, and the elements of a collection share one
/// path. So equal states of two processes are equal values, if their hashes have the same key.
package struct ProgramState: Codable, Hashable, Sendable {
    /// The mark of the key of the hashes. Hashes under different keys cannot be compared.
    package var key: UInt64
    package var variables: [StateVariable]
    /// What is known of the symbols of the executable, by which its variables are found.
    package var symbols: Symbols

    package enum Symbols: String, Codable, Hashable, Sendable {
        case read
        case stripped
        /// The file could not be read, or another one took its place.
        case missing
    }

    package init(key: UInt64, variables: [StateVariable], symbols: Symbols = .read) {
        (self.key, self.variables, self.symbols) = (key, variables, symbols)
    }

    /// `true` if there are variables that the program or one of its libraries declares, or the memory with them.
    package var hasVariablesOfProgram: Bool { hasNamedVariablesOfProgram || variables.contains { $0.kind == .memory } }

    /// `true` if there are variables that the program or one of its libraries declares.
    package var hasNamedVariablesOfProgram: Bool { variables.contains { $0.kind == .swift || $0.kind == .c } }

    /// `true` if there are variables with a type that the program or one of its libraries declares or changes.
    package var hasTypedVariables: Bool {
        variables.contains { $0.kind == .swift || $0.kind == .shared && symbols == .read }
    }
}

/// A stored global or static, with its values by property path.
package struct StateVariable: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable {
        case swift
        /// A variable without a type, compared as bytes.
        case c
        /// The environment.
        case environment
        /// A shared object of the platform, such as the default notification center.
        case shared
        /// A part of the memory of an executable without symbols, compared as bytes.
        case memory
        /// A setting in a library of the platform, such as the locale and the values of UserDefaults.
        case setting
        /// What the suspended tasks of one function keep in their frames.
        case task
    }

    package var kind: Kind
    /// The mangled name, or the name in C.
    package var symbol: String
    /// The name as the program writes it, without its module: `Flags.beta`.
    package var name: String
    /// The module that declares it; empty if it is unknown.
    package var module = ""
    /// The declared type; empty if it is unknown.
    package var type = ""
    package var isStatic = false
    /// The path of the executable or library, as the process saw it.
    package var path: String
    /// The build ID of the executable or library, or `nil` if it has none.
    package var buildID: String?
    /// The place in the executable or library.
    package var offset: UInt64
    /// The size of the variable itself.
    package var size: Int
    /// `true` if it is initialised when it is first used.
    package var isLazy: Bool
    /// `false` if it was not used yet.
    package var isInitialised: Bool
    /// The bytes of the objects and collections that it leads to, and that no variable before it does.
    package var bytes: Int
    package var objects: Int
    /// The values, each behind its containers. The first is the variable's own; there is none if it was not used.
    package var values: [StateValue]

    package init(
        kind: Kind, symbol: String, path: String, buildID: String? = nil, offset: UInt64, size: Int,
        isLazy: Bool = false, isInitialised: Bool = true, bytes: Int = 0, objects: Int = 0, values: [StateValue]
    ) {
        (self.kind, self.symbol, name) = (kind, symbol, symbol)
        (self.path, self.buildID, self.offset, self.size) = (path, buildID, offset, size)
        (self.isLazy, self.isInitialised) = (isLazy, isInitialised)
        (self.bytes, self.objects, self.values) = (bytes, objects, values)
    }

    /// The name of the executable or library.
    package var file: String { String(lastComponent(of: path)) }

    /// Names a part of memory by its place: `app+0x4040`.
    package mutating func nameByPlace() {
        symbol = "\(file)+0x\(String(offset, radix: 16))"
        name = symbol
    }
}

/// The values with one property path: one, or several below a collection.
package struct StateValue: Codable, Hashable, Sendable {
    /// The path below the variable, such as `.entries[].name`; empty for the variable's own value.
    package var path: String
    package var type: String
    /// The number of values with this path.
    package var count: Int
    /// The number of them that are nil.
    package var absent: Int
    package var content: StateContent
    /// The sum of the keyed hashes of their contents. It belongs to one comparison, so reports do not have it.
    package var hash: UInt64 = 0
    /// `true` if a part could not be read, or was too much to read.
    package var isPartial: Bool
    /// The index in the variable's values of the one that contains it.
    package var parent: Int?
    /// `true` if a type of a widely used library has the property, and nothing in that type is of another module. It
    /// decides about a difference, so reports do not have it.
    package var isOfLibrary = false

    private enum CodingKeys: CodingKey {
        case path, type, count, absent, content, isPartial, parent
    }

    package init(
        path: String = "", type: String = "", count: Int = 1, absent: Int = 0, content: StateContent, hash: UInt64 = 0,
        isPartial: Bool = false, parent: Int? = nil
    ) {
        (self.path, self.type, self.count, self.absent) = (path, type, count, absent)
        (self.content, self.hash, self.isPartial, self.parent) = (content, hash, isPartial, parent)
    }
}

/// What is known of a value, without the content of texts and data.
package enum StateContent: Codable, Hashable, Sendable {
    /// The variable was not used yet.
    case unused
    /// There is no such value, as what would contain it is nil or empty.
    case none
    case `nil`
    case bool(Bool)
    case signed(Int64)
    case unsigned(UInt64)
    case number(Double)
    /// The case of an enum; empty if its name is unknown.
    case enumCase(String)
    case text(bytes: Int)
    case data(bytes: Int)
    case array(count: Int)
    case set(count: Int)
    case dictionary(count: Int)
    /// A reference, with the type of the object, or empty if it is unknown or not a Swift object.
    case reference(type: String)
    case weakReference(type: String)
    case function
    /// A value of a protocol type, with its own type.
    case existential(type: String)
    case metatype(type: String)
    case pointer
    /// Bytes without a type.
    case bytes(Int)
    /// A struct or tuple, whose members have values of their own.
    case group
    /// Values that could not be read.
    case unknown
}
