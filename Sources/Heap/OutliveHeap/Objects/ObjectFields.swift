internal import OutliveModel

extension HeapSnapshot {
    /// Returns the fields of a node's instance, then the fields of its elements if their values are known.
    ///
    /// - Parameter showsContents: `true` to include the contents of texts.
    func objectFields(ofNode node: Int, showsContents: Bool) -> [ObjectField] {
        let index = contentType(ofNode: node)
        let type = types[index]
        let all = fields(of: type)
        let reader = FieldReader(self, node, showsContents: showsContents)
        let ofInstance = all.filter { $0.part == .instance }
        let fields = ofInstance.sorted { ($0.offset, $0.size) < ($1.offset, $1.size) }.map { field in
            ObjectField(
                name: field.writtenName(among: ofInstance), type: field.type, offset: Int(field.offset),
                size: Int(field.size), value: reader.value(of: field.type, at: Int(field.offset), size: Int(field.size))
            )
        }
        guard type.elementStride > 0 else { return fields }
        return fields + elements(ofNode: node, type, all.filter { $0.part == .element }, reader)
    }

    private func elements(
        ofNode node: Int, _ type: BlockType, _ described: [Field], _ reader: FieldReader
    ) -> [ObjectField] {
        // A single value has no field; the storage names its type.
        let name = type.type.flatMap { TypeNames.arguments(of: $0.name)?.first } ?? ""
        let fields =
            described.isEmpty
            ? [(name: "", type: name, offset: 0, size: Int(type.elementStride))]
            : described.map { ($0.writtenName(among: described), $0.type, Int($0.offset), Int($0.size)) }
        let (first, stride) = (Int(Self.firstElement), Int(type.elementStride))
        let count = min(Int(nodes[node].elements), max(reader.count - first, 0) / stride)
        return (0..<count).flatMap { index in
            fields.compactMap { name, type, offset, size in
                let place = first + index * stride + offset
                guard let value = reader.value(of: type, at: place, size: size) else { return nil }
                return ObjectField(
                    name: "[\(index)]" + (name.isEmpty ? "" : ".\(name)"), type: type, offset: place, size: size,
                    value: value)
            }
        }
    }
}

/// A reader of the values in the content of one object.
struct FieldReader {
    private let snapshot: HeapSnapshot
    private let bytes: ArraySlice<UInt8>
    private let showsContents: Bool

    init(_ snapshot: HeapSnapshot, _ node: Int, showsContents: Bool) {
        (self.snapshot, self.showsContents) = (snapshot, showsContents)
        bytes = snapshot.objectContents?.bytes(ofNode: node) ?? []
    }

    /// The number of bytes whose content is known.
    var count: Int { bytes.count }

    /// Returns the value of a field, or `nil` if it is unknown or of a type that is not trivial.
    ///
    /// - Parameters:
    ///   - type: The type, as the runtime spells it.
    ///   - offset: The place in the block, in bytes.
    func value(of type: String, at offset: Int, size: Int) -> FieldValue? {
        guard size > 0, offset + size <= bytes.count else { return nil }
        if let value = TrivialType(type)?.value(at: { byte(offset + $0) }, size: size) { return value }
        let wrapped = TypeNames.withoutOptional(type)
        let isOptional = wrapped.count < type.count
        if wrapped == "Swift.String", size == 16 { return text(at: offset, isOptional: isOptional) }
        if isOptional, size == 8, isReference(wrapped) { return word(offset) == 0 ? .absent : nil }
        // A reference has eight bytes.
        guard size <= 4 else { return nil }
        let bits = number(ofBytes: size) { byte(offset + $0) }
        return FieldValue(.bits, "0x" + String(bits, radix: 16))
    }

    private func byte(_ offset: Int) -> UInt8 { bytes[bytes.startIndex + offset] }
    private func word(_ offset: Int) -> UInt64 { number(ofBytes: 8) { byte(offset + $0) } }

    /// Returns `true` for a type whose optional is nil if its word is 0.
    private func isReference(_ type: Substring) -> Bool {
        let base = type.prefix { $0 != "<" }
        return ["Swift.Array", "Swift.Dictionary", "Swift.Set"].contains(base) || base.hasPrefix("Swift.Unsafe")
            || snapshot.types.contains { $0.type?.kind == .object && $0.type?.name == String(type) }
    }

    /// Returns the text or its length; `StringObject.swift` of the standard library has the layout.
    private func text(at offset: Int, isOptional: Bool) -> FieldValue? {
        let (count, object) = (word(offset), word(offset + 8))
        if isOptional, object == 0 { return .absent }
        let (isSmall, isImmortal) = (object >> 61 & 1 == 1, object >> 63 == 1)
        if isSmall {
            let length = Int(object >> 56 & 0xF)
            return .text(length, showsContents ? (0..<length).map { byte(offset + $0) } : nil)
        }
        let length = Int(count & 0xFFFF_FFFF_FFFF)
        guard showsContents, !isImmortal, let node = snapshot.node(at: object & 0x0FFF_FFFF_FFFF_FFFF),
            let storage = snapshot.objectContents?.bytes(ofNode: node)
        else { return .text(length, nil) }
        return .text(length, Array(storage.dropFirst(Int(HeapSnapshot.firstElement)).prefix(length)))
    }
}

extension FieldValue {
    fileprivate static let absent = FieldValue(.absent, "nil")

    /// Returns the content of a text, or its length if that is not to be shown.
    fileprivate static func text(_ length: Int, _ content: [UInt8]?) -> FieldValue {
        guard let content else { return FieldValue(.length, "\(length)") }
        return FieldValue(.text, String(decoding: content, as: UTF8.self) + (content.count < length ? "…" : ""))
    }
}

/// Returns the number in at most eight bytes, the least significant one first.
private func number(ofBytes count: Int, _ byte: (Int) -> UInt8) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(byte($1)) << (8 * UInt64($1)) }
}

/// A number or truth value of the standard library.
private struct TrivialType {
    private enum Content { case bool, signed, unsigned, real }

    private static let sizes: [String: (Content, Int)] = [
        "Swift.Bool": (.bool, 1), "Swift.Int": (.signed, 8), "Swift.Int8": (.signed, 1), "Swift.Int16": (.signed, 2),
        "Swift.Int32": (.signed, 4), "Swift.Int64": (.signed, 8), "Swift.UInt": (.unsigned, 8),
        "Swift.UInt8": (.unsigned, 1), "Swift.UInt16": (.unsigned, 2), "Swift.UInt32": (.unsigned, 4),
        "Swift.UInt64": (.unsigned, 8), "Swift.Float": (.real, 4), "Swift.Double": (.real, 8),
        "Foundation.CGFloat": (.real, 8), "CoreGraphics.CGFloat": (.real, 8),
    ]

    private let content: Content
    private let size: Int
    private let isOptional: Bool

    init?(_ type: String) {
        let prefix = "Swift.Optional<"
        isOptional = type.hasPrefix(prefix) && type.hasSuffix(">")
        let name = isOptional ? String(type.dropFirst(prefix.count).dropLast()) : type
        guard let known = Self.sizes[name] else { return nil }
        (content, size) = known
    }

    /// Returns the value, or `nil` if a value of the type has another size or other bytes.
    func value(at byte: (Int) -> UInt8, size found: Int) -> FieldValue? {
        // A number has no unused values, so that a byte after it shows whether there is one.
        let hasTag = isOptional && content != .bool
        guard found == size + (hasTag ? 1 : 0) else { return nil }
        if hasTag, byte(size) == 1 { return .absent }
        let bits = number(ofBytes: size, byte)
        switch content {
        case .bool where isOptional && bits == 2: return .absent
        case .bool: return bits < 2 ? FieldValue(.bool, bits == 1 ? "true" : "false") : nil
        case .unsigned: return FieldValue(.integer, "\(bits)")
        case .signed:
            let unused = UInt64(64 - 8 * size)
            return FieldValue(.integer, "\(Int64(bitPattern: bits << unused) >> Int64(unused))")
        case .real:
            return FieldValue(
                .real,
                size == 4 ? "\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))" : "\(Double(bitPattern: bits))")
        }
    }
}
