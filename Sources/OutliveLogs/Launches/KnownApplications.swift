/// The applications that a log launched.
struct KnownApplications {
    /// No log has more than a few; a log that is made up could have any number.
    private static let most = 10_000

    private var known: Set<UInt64> = []

    /// Remembers an application.
    ///
    /// - Returns: whether it was launched before.
    mutating func insert(_ application: UInt64) -> Bool {
        if known.contains(application) { return true }
        if known.count < Self.most { known.insert(application) }
        return false
    }
}
