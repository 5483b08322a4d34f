/// Source names of stored properties, and the roles that such names suggest.
enum PropertyNames {
    private static let lazyPrefix = "$__lazy_storage_$_"

    /// Returns the name of a field as written in the source.
    static func written(
        _ field: HeapSnapshot.Field, among fields: some Sequence<HeapSnapshot.Field>
    ) -> String {
        let name = field.name
        guard let first = name.utf8.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "$") else { return name }
        if name.hasPrefix(lazyPrefix) { return String(name.dropFirst(lazyPrefix.count)) }
        guard name.hasPrefix("_"), name.count > 1, !name.hasPrefix("_$"), !name.hasPrefix("__") else { return name }
        let isObservable = fields.contains { $0.name == "_$observationRegistrar" }
        let property = name.prefix { $0 != "." }
        let isWrapper = fields.contains { $0.name.hasPrefix(property + ".") && isOfWrapper($0) }
        return isObservable || isWrapper ? String(name.dropFirst()) : name
    }

    /// Returns `true` if a property is compiler-generated and has no name in the source.
    static func isCompilerGenerated(_ name: String) -> Bool { name.hasPrefix("_$") || name.hasPrefix("$defaultActor") }

    /// Returns `true` if a field resembles a part of a property wrapper: its value, or functions that it calls.
    ///
    /// Classes are not flattened into fields, so wrappers that are classes do not match.
    private static func isOfWrapper(_ field: HeapSnapshot.Field) -> Bool {
        let names = field.name.split(separator: ".")
        guard names.count > 1 else { return false }
        return wrapperParts.contains(String(names[1].drop { $0 == "_" })) || TypeNames.isFunction(field.type)
    }

    private static let wrapperParts: Set<String> = [
        "backing", "box", "boxed", "content", "contents", "instance", "object", "ref", "reference", "storage", "stored",
        "value", "wrapped", "wrappedValue",
    ]

    /// Returns the likelihood that a property is a back-reference to an owner, from 0 (unknown) to 3 (certain).
    static func backReferenceRank(_ property: String) -> Int {
        let words = words(of: property)
        guard let last = words.last else { return 0 }
        if certain.contains(last) || certain.contains(words[0]) { return 3 }
        if likely.contains(last) { return 2 }
        return possible.contains(last) ? 1 : 0
    }

    /// Returns `true` if a property links to the next element of a list.
    static func isLink(_ property: String) -> Bool { words(of: property).last.map(links.contains) ?? false }

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

    /// Splits a name into lower-case words, for example `weakDelegate` into `weak` and `delegate`.
    private static func words(of name: String) -> [String] {
        var result = [""]
        for character in name {
            if character.isUppercase, !result[result.count - 1].isEmpty { result.append("") }
            if character == "_" { continue }
            result[result.count - 1].append(Character(character.lowercased()))
        }
        // `dataSource` is one word here.
        if result.suffix(2) == ["data", "source"] { result = result.dropLast(2) + ["datasource"] }
        return result.filter { !$0.isEmpty }
    }
}
