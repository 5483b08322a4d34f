/// The type of a live heap object, as far as the runtime identifies it.
package struct HeapType: Codable, Hashable, Sendable, Comparable {
    /// The kinds of heap object.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// An instance of a class or actor; also the storage of arrays, dictionaries, sets and strings.
        case object
        /// The captures of a closure.
        case closure
        /// A captured variable, or a value too large for its existential.
        case box
        /// A thrown value.
        case error
        case task
        /// A heap object of a kind for which the runtime has no name.
        case other
        /// A block from malloc that is no Swift object.
        case raw
    }

    /// The type of all blocks from malloc that are no Swift objects.
    package static let rawMemory = HeapType(name: "raw memory", kind: .raw)

    /// The fully qualified name as the runtime spells it, such as `App.Session`.
    ///
    /// The name of a closure lists its captures: `(Swift.Int, App.Session)`. The name of a box or an error is the type
    /// of its value.
    package var name: String
    /// The kind of object.
    package var kind: Kind

    /// Creates a type.
    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Compares by name, then by kind.
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
}
