/// What a registry found out about itself: it must see a deliberate leak, and must not see a leak where none is.
public struct Controls: Codable, Hashable, Sendable {
    /// Whether an object that was kept alive on purpose was found.
    public var leakFound: Bool
    /// Whether an object that was let go was reported all the same.
    public var falseAlarm: Bool

    /// Makes the outcome of a self-check.
    public init(leakFound: Bool, falseAlarm: Bool) {
        self.leakFound = leakFound
        self.falseAlarm = falseAlarm
    }

    /// Whether the registry cannot be trusted: a clean report of it would mean nothing.
    public var blind: Bool { !leakFound || falseAlarm }
}
