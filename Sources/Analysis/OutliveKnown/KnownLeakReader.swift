internal import OutliveModel
internal import Yams

/// An entry of a list of known leaks in YAML.
struct KnownLeakReader {
    enum Key: String, CaseIterable {
        case fingerprint, type, site, culprit, reason, owner, expires, toolchain
    }

    private let read: YAMLEntry<Key>

    private var node: Node { read.node }
    private var file: YAMLFile { read.file }
    private var values: [Key: YAMLEntry<Key>.Value] { read.values }

    init(_ node: Node, _ file: YAMLFile) throws(YAMLError) {
        read = try YAMLEntry(node, file, form: "'fingerprint: …' and 'reason: …'")
    }

    func mark(of key: Key) -> Mark? { read.mark(of: key) }

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
