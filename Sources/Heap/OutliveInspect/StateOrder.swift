/// The order to capture the state of a program.
package struct StateOrder: Hashable, Sendable {
    /// The key of the hashes of contents, which all states of one comparison share, and which no report has.
    package struct Key: Hashable, Sendable {
        package var low: UInt64
        package var high: UInt64

        /// Creates a random key.
        package init() {
            var generator = SystemRandomNumberGenerator()
            (low, high) = (generator.next(), generator.next())
        }

        /// The key as another process reads it.
        package var bytes: [UInt8] { [low, high].flatMap { number in withUnsafeBytes(of: number) { Array($0) } } }
    }

    package var key: Key
    /// `true` to leave the blocks of the heap out, as the state alone is of interest.
    package var isAlone: Bool

    package init(key: Key = Key(), isAlone: Bool) { (self.key, self.isAlone) = (key, isAlone) }
}
