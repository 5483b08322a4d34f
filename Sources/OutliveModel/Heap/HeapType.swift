/// What a live heap object is, as far as the runtime tells.
public struct HeapType: Codable, Hashable, Sendable, Comparable {
    /// The kinds of heap object.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// An instance of a class or actor; also the storage of arrays, dictionaries, sets and strings.
        case object
        /// What a closure captured.
        case closure
        /// A captured variable, or a value in an existential that is too large for it.
        case box
        /// A thrown value.
        case error
        /// A task.
        case task
        /// A heap object of a kind that the runtime has no name for.
        case other
        /// A block of malloc's that is no Swift object.
        case raw
    }

    /// Every block of malloc's that is no Swift object.
    public static let rawMemory = HeapType(name: "raw memory", kind: .raw)

    /// The fully qualified name, as the runtime spells it: `App.Session`; of a closure the captures: `(Swift.Int, App.Session)`;
    /// of a box or an error the type of the value in it.
    public var name: String
    /// What kind of object it is.
    public var kind: Kind

    /// Makes a type.
    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// By name, then by kind.
    public static func < (first: HeapType, second: HeapType) -> Bool {
        (first.name, first.kind.rawValue) < (second.name, second.kind.rawValue)
    }
}

extension HeapType: CustomStringConvertible {
    /// As reports show it: `App.Session`, `closure (Swift.Int, App.Session)`, `box of App.Settings`, `error App.Failure`.
    public var description: String {
        switch kind {
        case .object, .task, .other, .raw: name
        case .closure: "closure \(name)"
        case .box: "box of \(name)"
        case .error: "error \(name)"
        }
    }
}

extension HeapType {
    /// Reads the text that `description` gives; a task, and an object of a kind without a name, become an object.
    public init(described text: String) {
        guard text != Self.rawMemory.name else {
            self = .rawMemory
            return
        }
        let prefixes: [(String, Kind)] = [("closure ", .closure), ("box of ", .box), ("error ", .error)]
        let found = prefixes.first { text.hasPrefix($0.0) }
        self.init(name: String(text.dropFirst(found?.0.count ?? 0)), kind: found?.1 ?? .object)
    }
}
