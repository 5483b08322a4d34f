internal import OutliveSupport

/// Returns a digest of a value's contents that is the same on every machine and in every run.
///
/// The digest covers the encoded fields instead of bytes in a file. Formatting, the order of keys and unknown keys do
/// not change it, nor do fields without a value. A field that is added later therefore keeps old digests valid.
///
/// - Complexity: O(n) in the size of the value, with a small object for each part of it that has parts.
package func contentDigest(of value: some Encodable) throws -> UInt64 {
    let node = DigestNode()
    try value.encode(to: DigestEncoder(node: node))
    return node.digest ?? 0
}

private final class DigestNode {
    private enum Content {
        case nothing
        case scalar(UInt64)
        case fields([(name: String, part: Part)])
        case list([Part])
    }

    /// A finished part, or a part that is still being encoded.
    enum Part {
        case known(UInt64)
        case open(DigestNode)

        var digest: UInt64? {
            switch self {
            case .known(let digest): digest
            case .open(let node): node.digest
            }
        }
    }

    private var content = Content.nothing

    var count: Int {
        switch content {
        case .nothing: 0
        case .scalar: 1
        case .fields(let fields): fields.count
        case .list(let parts): parts.count
        }
    }

    func set(_ scalar: UInt64) { content = .scalar(scalar) }

    func beginFields() { if case .nothing = content { content = .fields([]) } }

    func beginList() { if case .nothing = content { content = .list([]) } }

    func add(_ part: Part, named name: String) {
        guard case .fields(var fields) = content else { return }
        content = .nothing
        fields.append((name, part))
        content = .fields(fields)
    }

    func add(_ part: Part) {
        guard case .list(var parts) = content else { return }
        content = .nothing
        parts.append(part)
        content = .list(parts)
    }

    /// The digest, or `nil` without contents: no value, or an empty list.
    var digest: UInt64? {
        switch content {
        case .nothing: return nil
        case .scalar(let scalar): return scalar
        case .list(let parts):
            guard !parts.isEmpty else { return nil }
            // An entry without contents keeps its position.
            return parts.reduce(DigestMark.list) { mixed($0, $1.digest ?? 0) }
        case .fields(let fields):
            // A sum does not depend on the order of the fields.
            let sum = fields.reduce(0 as UInt64) { sum, field in
                field.part.digest.map { sum &+ mixed(DigestMark.text(field.name), $0) } ?? sum
            }
            return mixed(DigestMark.fields, sum)
        }
    }
}

private enum DigestMark {
    static let list: UInt64 = 1
    static let fields: UInt64 = 2
    static let truth: UInt64 = 3
    static let number: UInt64 = 4
    static let integer: UInt64 = 5

    static func text(_ text: String) -> UInt64 {
        var hash = StableHash()
        hash.combine(text)
        return hash.value
    }

    static func number(_ value: Double) -> UInt64 {
        mixed(number, (value.isNaN ? Double.nan : value == 0 ? 0 : value).bitPattern)
    }

    static func integer(_ value: some BinaryInteger) -> UInt64 { mixed(integer, UInt64(truncatingIfNeeded: value)) }
}

/// Combines two numbers with the finaliser of SplitMix64; their order matters.
private func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var mixed = (first &* 0x9E37_79B9_7F4A_7C15) ^ second
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
}

private struct DigestEncoder: Encoder {
    let node: DigestNode
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beginFields()
        return KeyedEncodingContainer(DigestFields(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beginList()
        return DigestList(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { DigestScalar(node: node) }

    /// Returns the digest of a value, directly for the common types.
    static func part(of value: some Encodable) throws -> DigestNode.Part {
        switch value {
        case let text as String: return .known(DigestMark.text(text))
        case let number as Double: return .known(DigestMark.number(number))
        case let truth as Bool: return .known(mixed(DigestMark.truth, truth ? 1 : 0))
        case let integer as any FixedWidthInteger: return .known(DigestMark.integer(integer))
        default:
            let node = DigestNode()
            try value.encode(to: DigestEncoder(node: node))
            return .open(node)
        }
    }
}

private struct DigestFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: DigestNode
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}

    func encode(_ value: some Encodable, forKey key: Key) throws {
        node.add(try DigestEncoder.part(of: value), named: key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        DigestEncoder(node: child(key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        DigestEncoder(node: child(key.stringValue)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { DigestEncoder(node: child("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { DigestEncoder(node: child(key.stringValue)) }

    private func child(_ name: String) -> DigestNode {
        let child = DigestNode()
        node.add(.open(child), named: name)
        return child
    }
}

private struct DigestList: UnkeyedEncodingContainer {
    let node: DigestNode
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.count }

    func encodeNil() { node.add(.open(DigestNode())) }
    func encode(_ value: some Encodable) throws { node.add(try DigestEncoder.part(of: value)) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        DigestEncoder(node: child()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { DigestEncoder(node: child()).unkeyedContainer() }
    func superEncoder() -> any Encoder { DigestEncoder(node: child()) }

    private func child() -> DigestNode {
        let child = DigestNode()
        node.add(.open(child))
        return child
    }
}

private struct DigestScalar: SingleValueEncodingContainer {
    let node: DigestNode
    var codingPath: [any CodingKey] { [] }

    func encodeNil() {}

    func encode(_ value: some Encodable) throws {
        if case .known(let digest) = try DigestEncoder.part(of: value) {
            node.set(digest)
        } else {
            try value.encode(to: DigestEncoder(node: node))
        }
    }
}
