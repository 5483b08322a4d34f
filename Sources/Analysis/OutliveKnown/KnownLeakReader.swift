internal import OutliveModel
internal import Yams

/// An entry of a list of known leaks in YAML.
struct KnownLeakReader {
    enum Key: String, CaseIterable {
        case fingerprint, type, site, culprit, reason, owner, expires, toolchain
    }

    private let node: Node
    private let file: YAMLFile
    private let values: [Key: (text: String, node: Node)]

    init(_ node: Node, _ file: YAMLFile) throws(YAMLError) {
        (self.node, self.file) = (node, file)
        guard let mapping = node.mapping else {
            throw file.error(at: node, "an entry must be a mapping: write 'fingerprint: …' and 'reason: …'")
        }
        let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
        var values: [Key: (text: String, node: Node)] = [:]
        for pair in mapping {
            guard let key = pair.key.scalar.flatMap({ Key(rawValue: $0.string) }) else {
                throw file.error(
                    at: pair.key, "'\(pair.key.scalar?.string ?? "…")' is not known in an entry: the keys are \(names)")
            }
            guard let text = try file.text(pair.value) else {
                throw file.error(at: pair.value, "'\(key.rawValue)' must be one text")
            }
            let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !line.isEmpty else {
                throw file.error(at: pair.value, "'\(key.rawValue)' is empty: write a value, or remove it")
            }
            values[key] = (line, pair.value)
        }
        self.values = values
    }

    func mark(of key: Key) -> Mark? { values[key]?.node.mark }

    func entry() throws(YAMLError) -> KnownLeak {
        let match = try match()
        guard let reason = values[.reason]?.text else {
            throw file.error(at: node, "there is no 'reason': write why this leak is accepted")
        }
        return KnownLeak(
            match: match, reason: reason, owner: values[.owner]?.text, expires: try expires(),
            toolchain: try toolchain(), line: file.line(of: node))
    }

    private func match() throws(YAMLError) -> KnownLeakMatch {
        let match = KnownLeakMatch(
            fingerprint: values[.fingerprint]?.text.lowercased(), type: values[.type]?.text,
            site: values[.site]?.text, culprit: values[.culprit]?.text)
        guard match != KnownLeakMatch() else {
            throw file.error(
                at: node, "the entry identifies no leak: write its 'fingerprint', or a 'type', 'site' or 'culprit'")
        }
        if let value = values[.fingerprint], value.text.wholeMatch(of: /[0-9a-fA-F]{16}/) == nil {
            throw file.error(
                at: value.node, "'\(value.text)' is not a fingerprint: write 16 hexadecimal digits, as in the reports")
        }
        return match
    }

    private func expires() throws(YAMLError) -> CalendarDay? {
        guard let value = values[.expires], value.text != "never" else { return nil }
        guard let day = CalendarDay(value.text) else {
            throw file.error(at: value.node, "'\(value.text)' is not a date: write the last day as 2027-03-31 or never")
        }
        return day
    }

    private func toolchain() throws(YAMLError) -> ToolchainCondition? {
        guard let value = values[.toolchain] else { return nil }
        guard let condition = ToolchainCondition(value.text) else {
            throw file.error(
                at: value.node,
                "'\(value.text)' is not a condition on the version of Swift: write 6.3, 6.3.* or >=6.2 <6.4")
        }
        return condition
    }
}
