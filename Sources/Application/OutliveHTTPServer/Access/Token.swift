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
        return ConstantTime.isEqual(Array(authorization.utf8.dropFirst(scheme.utf8.count)), bytes)
    }
}
