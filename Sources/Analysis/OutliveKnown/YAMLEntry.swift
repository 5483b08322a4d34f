internal import OutliveModel
internal import OutliveSupport
internal import Yams

/// The values of an entry of a list in YAML, each with its place.
struct YAMLEntry<Key: RawRepresentable<String> & CaseIterable & Hashable> {
    /// A value with its node.
    typealias Value = (text: String, node: Node)

    let node: Node
    let file: YAMLFile
    /// The texts, each on one line.
    private(set) var values: [Key: Value] = [:]
    /// The values that are mappings, by the keys that may have one.
    private(set) var mappings: [Key: Node.Mapping] = [:]
    /// The lines of the keys, from 1.
    private(set) var lines: [Key: Int] = [:]

    /// Reads an entry.
    ///
    /// - Parameters:
    ///   - form: What an entry has to have, for the message about another node.
    ///   - mappings: The keys whose value is a mapping.
    /// - Throws: `YAMLError` with the place, for an unknown key and a value of another form.
    init(_ node: Node, _ file: YAMLFile, form: String, mappings: Set<Key> = []) throws(YAMLError) {
        (self.node, self.file) = (node, file)
        guard let mapping = node.mapping else {
            throw file.error(at: node, "an entry must be a mapping: write \(form)")
        }
        let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
        for pair in mapping {
            guard let key = pair.key.scalar.flatMap({ Key(rawValue: $0.string) }) else {
                throw file.error(
                    at: pair.key, "'\(pair.key.scalar?.string ?? "…")' is not known in an entry: the keys are \(names)")
            }
            lines[key] = file.line(of: pair.key)
            if mappings.contains(key) {
                guard let value = pair.value.mapping else {
                    throw file.error(at: pair.value, "'\(key.rawValue)' must be a mapping of names to numbers")
                }
                self.mappings[key] = value
                continue
            }
            guard let text = try file.text(pair.value) else {
                throw file.error(at: pair.value, "'\(key.rawValue)' must be one text")
            }
            let line = text.singleSpaced
            guard !line.isEmpty else {
                throw file.error(at: pair.value, "'\(key.rawValue)' is empty: write a value, or remove it")
            }
            values[key] = (line, pair.value)
        }
    }

    func mark(of key: Key) -> Mark? { values[key]?.node.mark }
}

extension YAMLFile {
    /// Returns the list of a file that has one key, or `nil` if the key has no value.
    ///
    /// - Parameters:
    ///   - kind: What the file is: `list of known leaks`.
    ///   - first: The key that an entry begins with.
    /// - Throws: `YAMLError` with the place.
    func list(_ name: String, kind: String, first: String) throws(YAMLError) -> Node.Sequence? {
        guard let root = try root() else {
            throw error(1, "the file is empty: write '\(name):' and a list below it, or '\(name): []'")
        }
        guard let mapping = root.mapping else {
            throw error(at: root, "this is not a \(kind): write '\(name):' and the list below it")
        }
        for (key, _) in mapping where key.scalar?.string != name {
            throw error(at: key, "'\(key.scalar?.string ?? "…")' is not known here: the only key is '\(name)'")
        }
        if let value = mapping[name]?.scalar, value.string.isEmpty, value.style == .plain { return nil }
        guard let value = mapping[name], let list = value.sequence else {
            throw error(
                at: mapping[name] ?? root,
                "'\(name)' must be a list: write '- \(first): …' below it, or '\(name): []'")
        }
        return list
    }
}
