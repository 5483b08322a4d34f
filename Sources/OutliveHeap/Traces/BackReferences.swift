/// Tells by their names which properties lead back to who owns the object, and which lead on in a list.
enum BackReferences {
    /// How sure it is that a property of this name leads back: 0 where nothing is known, 3 at the most.
    static func rank(_ property: String) -> Int {
        let words = words(of: property)
        guard let last = words.last else { return 0 }
        if certain.contains(last) || certain.contains(words[0]) { return 3 }
        if likely.contains(last) { return 2 }
        return possible.contains(last) ? 1 : 0
    }

    /// Whether a property of this name leads on to the next element of a list.
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

    /// `weakDelegate` as `weak` and `delegate`.
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
