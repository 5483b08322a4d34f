/// The applications launched in a log.
struct KnownApplications {
    /// The maximum number of applications, far above that of genuine logs, because a crafted log could have any number.
    private static let most = 10_000

    private var known: Set<UInt64> = []

    /// Records an application.
    ///
    /// - Returns: `true` if it was launched before.
    mutating func insert(_ application: UInt64) -> Bool {
        if known.contains(application) { return true }
        if known.count < Self.most { known.insert(application) }
        return false
    }
}
