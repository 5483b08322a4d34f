/// Rules by which a property's name suggests a back-reference to an owner, or a link to the next element of a list.
enum BackReferences {
    /// Returns the likelihood that a property is a back-reference, from 0 (unknown) to 3 (certain).
    static func rank(_ property: String) -> Int {
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
