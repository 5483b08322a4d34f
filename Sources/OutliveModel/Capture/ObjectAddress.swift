/// Where an object is in the memory of its process, kept so that it does not look like a reference to the object.
///
/// A snapshot of the heap takes a word with the address of a block for a reference; so the word here has all bits turned.
public struct ObjectAddress: Hashable, Sendable {
    private let turned: UInt64

    /// Takes an address.
    public init(_ address: UInt64) {
        turned = ~address
    }

    /// The address itself.
    public var value: UInt64 { ~turned }
}

extension ObjectAddress: Comparable {
    /// The lower one first.
    public static func < (first: ObjectAddress, second: ObjectAddress) -> Bool { first.value < second.value }
}

extension ObjectAddress: Codable {
    /// Reads a number.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(UInt64.self))
    }

    /// Writes the address as a number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
