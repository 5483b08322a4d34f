/// The secret of one launch, by which an application tells its harness from everybody else on the machine.
///
/// It shows itself nowhere: not in a description, nor where a test prints the values of an expression that failed.
struct BearerToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret: 32 random bytes in the alphabet of URLs.
    let text: String

    /// Makes a new secret.
    init() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        // 43 characters of 6 bits hold 258 bits.
        text = String((0..<43).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] })
    }

    /// A stand-in.
    var description: String { "(hidden)" }

    /// Nothing.
    var customMirror: Mirror { Mirror(self, children: []) }
}
