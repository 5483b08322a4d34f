internal import OutliveModel

extension HeapSnapshot.Field {
    private static let lazyPrefix = "$__lazy_storage_$_"

    /// Returns the name as written in the source.
    ///
    /// - Parameter fields: All fields of the type.
    func writtenName(among fields: some Sequence<HeapSnapshot.Field>) -> String {
        guard let first = name.utf8.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "$") else { return name }
        if name.hasPrefix(Self.lazyPrefix) { return String(name.dropFirst(Self.lazyPrefix.count)) }
        guard name.hasPrefix("_"), name.count > 1, !name.hasPrefix("_$"), !name.hasPrefix("__") else { return name }
        let isObservable = fields.contains { $0.name == "_$observationRegistrar" }
        let property = name.prefix { $0 != "." }
        let isWrapper = fields.contains { $0.name.hasPrefix(property + ".") && $0.isOfWrapper }
        return isObservable || isWrapper ? String(name.dropFirst()) : name
    }

    /// `true` if the property is compiler-generated and has no name in the source.
    var isCompilerGenerated: Bool { name.hasPrefix("_$") || name.hasPrefix("$defaultActor") }

    /// `true` if the field resembles a part of a property wrapper: its value, or functions that it calls.
    ///
    /// Classes are not flattened into fields, so wrappers that are classes do not match.
    private var isOfWrapper: Bool {
        let names = name.split(separator: ".")
        guard names.count > 1 else { return false }
        return Self.wrapperParts.contains(String(names[1].drop { $0 == "_" })) || TypeNames.isFunction(type)
    }

    private static let wrapperParts: Set<String> = [
        "backing", "box", "boxed", "content", "contents", "instance", "object", "ref", "reference", "storage", "stored",
        "value", "wrapped", "wrappedValue",
    ]
}

extension String {
    /// The likelihood that a property of this name is a back-reference to an owner, from 0 (unknown) to 3 (certain).
    var backReferenceRank: Int {
        let words = nameWords
        guard let last = words.last else { return 0 }
        if Self.certain.contains(last) || Self.certain.contains(words[0]) { return 3 }
        if Self.likely.contains(last) { return 2 }
        return Self.possible.contains(last) ? 1 : 0
    }

    /// `true` if a property of this name links to the next element of a list.
    var isNameOfLink: Bool { nameWords.last.map(Self.links.contains) ?? false }

    private static let links: Set<String> = [
        "following", "link", "next", "older", "prev", "previous", "rest", "successor", "tail",
    ]
    private static let certain: Set<String> = [
        "back", "backref", "coordinator", "datasource", "delegate", "owner", "parent", "prev", "previous", "superview",
        "supernode", "superlayer", "weak", "unowned",
    ]
    private static let likely: Set<String> = [
        "container", "enclosing", "host", "listener", "listeners", "observer", "observers", "outer", "output",
        "presenter", "receiver", "subscriber", "subscribers", "target", "upstream",
    ]
    private static let possible: Set<String> = [
        "app", "caller", "client", "context", "controller", "creator", "engine", "group", "handler", "holder",
        "manager", "master", "origin", "pool", "responder", "root", "sender", "source", "store", "superior", "view",
    ]

    /// The lower-case words of a name, for example `weak` and `delegate` of `weakDelegate`.
    private var nameWords: [String] {
        var result = [""]
        for character in self {
            if character.isUppercase, !result[result.count - 1].isEmpty { result.append("") }
            if character == "_" { continue }
            result[result.count - 1].append(Character(character.lowercased()))
        }
        // `dataSource` is one word here.
        if result.suffix(2) == ["data", "source"] { result = result.dropLast(2) + ["datasource"] }
        return result.filter { !$0.isEmpty }
    }
}
