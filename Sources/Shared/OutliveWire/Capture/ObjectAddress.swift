/// The address of an object, stored so that it is not mistaken for a reference to the object.
///
/// A heap snapshot takes any word that holds the address of a block for a reference. The stored word is therefore
/// inverted.
public struct ObjectAddress: Hashable, Sendable {
    private let turned: UInt64

    /// Creates the inverted form of an address.
    public init(_ address: UInt64) {
        turned = ~address
    }

    /// The address itself.
    public var value: UInt64 { ~turned }
}

extension ObjectAddress: Comparable {
    /// Compares two addresses as numbers.
    public static func < (first: ObjectAddress, second: ObjectAddress) -> Bool { first.value < second.value }
}

extension ObjectAddress: Codable {
    /// Decodes the address from a number.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(UInt64.self))
    }

    /// Encodes the address as a number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
