#if LiveReset
/// Comparison of secrets.
enum ConstantTime {
    /// Returns `true` if both texts are equal, in a time that depends only on the length of `presented`.
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
#endif
