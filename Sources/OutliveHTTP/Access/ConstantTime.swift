#if LiveReset
/// Comparing secrets.
enum ConstantTime {
    /// Whether two texts are the same, in a time that depends on the length of `presented` alone.
    ///
    /// There is no early exit: a client cannot learn from the time of an answer how much of a guess was right, nor how
    /// long the secret is.
    ///
    /// - Parameter secret: has a byte at least.
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
