/// The secret of one launch, by which an application distinguishes its harness from other processes.
///
/// Neither its description nor its mirror shows the secret, so no failed expectation of a test prints it.
struct BearerToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret: 43 random characters of the URL-safe Base64 alphabet.
    let text: String

    /// Creates a random secret.
    init() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        // 43 characters of 6 bits have 258 bits.
        text = String((0..<43).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] })
    }

    var description: String { "(hidden)" }

    var customMirror: Mirror { Mirror(self, children: []) }
}
