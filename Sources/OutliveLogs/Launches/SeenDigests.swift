/// Which blocks of a log were there before, at eight bytes a block and the room that a set keeps free.
struct SeenDigests {
    /// How many are remembered: about 50 MB.
    static let most = 2_000_000

    private var seen: Set<UInt64> = []
    /// How many more there were.
    private(set) var unremembered = 0

    /// Remembers a block.
    ///
    /// - Returns: whether it is new, as far as is remembered.
    mutating func insert(_ digest: UInt64) -> Bool {
        if seen.count < Self.most { return seen.insert(digest).inserted }
        if seen.contains(digest) { return false }
        unremembered += 1
        return true
    }
}
