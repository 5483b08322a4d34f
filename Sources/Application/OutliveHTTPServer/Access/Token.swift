/// A bearer token.
package struct Token: Sendable {
    /// The minimum length in bytes; a shorter token could be guessed.
    package static let shortest = 16

    private let bytes: [UInt8]

    /// Creates a token, or `nil` from a text that is too short or has characters that a header field cannot carry.
    package init?(_ text: String) {
        bytes = Array(text.utf8)
        guard bytes.count >= Self.shortest, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    }

    /// Returns `true` if the value of an `Authorization` field contains the token.
    func isPresented(by authorization: String?) -> Bool {
        let scheme = "bearer "
        guard let authorization, authorization.lowercased().hasPrefix(scheme) else { return false }
        return Self.isEqual(Array(authorization.utf8.dropFirst(scheme.utf8.count)), bytes)
    }

    /// Returns `true` if a text is the token, in a time that does not depend on the token.
    func isEqual(to text: String) -> Bool { Self.isEqual(Array(text.utf8), bytes) }

    /// Returns `true` if both byte arrays are equal, in a time that depends only on the length of `presented`.
    ///
    /// Without an early exit, response times reveal neither a correct prefix nor the length of the secret.
    ///
    /// - Parameter secret: The secret, of at least one byte.
    static func isEqual(_ presented: [UInt8], _ secret: [UInt8]) -> Bool {
        precondition(!secret.isEmpty, "an empty secret would be everybody's")
        var difference = presented.count ^ secret.count
        for index in presented.indices {
            difference |= Int(presented[index] ^ secret[index % secret.count])
        }
        return difference == 0
    }
}
