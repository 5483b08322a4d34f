internal import OutliveSupport

/// Returns a digest of a value's contents that is the same on every machine and in every run.
///
/// The digest covers the encoded fields instead of bytes in a file. Formatting, the order of keys and unknown keys do
/// not change it, nor do fields without a value. A field that is added later therefore keeps old digests valid.
func contentDigest(of value: some Encodable) throws -> UInt64 {
    let node = DigestNode()
    try node.write(value)
    return node.digest ?? 0
}

private final class DigestNode {
    /// The numbers that keep values of different kinds apart.
    private static let mark = (
        list: 1 as UInt64, fields: 2 as UInt64, truth: 3 as UInt64, number: 4 as UInt64, integer: 5 as UInt64
    )

    private var scalar: UInt64?
    /// The fields in any order, or `nil` if the value has none.
    var fields: [(name: String, value: DigestNode)]?
    private(set) var entries: [DigestNode] = []

    /// The digest, or `nil` without contents: no value, or an empty list.
    var digest: UInt64? {
        if let scalar { return scalar }
        if let fields {
            // A sum does not depend on the order of the fields.
            let sum = fields.reduce(0 as UInt64) { sum, field in
                field.value.digest.map { sum &+ mixed(hash(field.name), $0) } ?? sum
            }
            return mixed(Self.mark.fields, sum)
        }
        // An entry without contents keeps its position.
        return entries.isEmpty ? nil : entries.reduce(Self.mark.list) { mixed($0, $1.digest ?? 0) }
    }

    func addField(_ name: String) -> DigestNode {
        let child = DigestNode()
        fields?.append((name, child))
        return child
    }

    func addEntry() -> DigestNode {
        let child = DigestNode()
        entries.append(child)
        return child
    }

    func write(_ value: some Encodable) throws {
        switch value {
        case let text as String: scalar = hash(text)
        case let number as Double:
            let distinct = number.isNaN ? Double.nan : number == 0 ? 0 : number
            scalar = mixed(Self.mark.number, distinct.bitPattern)
        case let truth as Bool: scalar = mixed(Self.mark.truth, truth ? 1 : 0)
        case let integer as any FixedWidthInteger:
            scalar = mixed(Self.mark.integer, UInt64(truncatingIfNeeded: integer))
        default: try value.encode(to: DigestEncoder(node: self))
        }
    }
}

private func hash(_ text: String) -> UInt64 {
    var hash = StableHash()
    hash.combine(text)
    return hash.value
}

/// Combines two numbers with the finaliser of SplitMix64; their order matters.
private func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var mixed = (first &* 0x9E37_79B9_7F4A_7C15) ^ second
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
}

private struct DigestEncoder: Encoder, SingleValueEncodingContainer {
    let node: DigestNode
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.fields = node.fields ?? []
        return KeyedEncodingContainer(DigestFields(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { DigestList(node: node) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() {}
    func encode(_ value: some Encodable) throws { try node.write(value) }
}

private struct DigestFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: DigestNode
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try node.addField(key.stringValue).write(value)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder(key.stringValue).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder("super") }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue) }

    private func encoder(_ name: String) -> DigestEncoder { DigestEncoder(node: node.addField(name)) }
}

private struct DigestList: UnkeyedEncodingContainer {
    let node: DigestNode
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.entries.count }
    private var encoder: DigestEncoder { DigestEncoder(node: node.addEntry()) }

    func encodeNil() { _ = node.addEntry() }
    func encode(_ value: some Encodable) throws { try node.addEntry().write(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }
}
