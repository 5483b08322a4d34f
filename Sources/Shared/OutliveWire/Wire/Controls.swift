/// The result of a self-check with two controls: a deliberate leak to detect, and a released object to ignore.
public struct Controls: Codable, Hashable, Sendable {
    /// `true` if the check detected an object that was kept alive on purpose.
    public var leakFound: Bool
    /// `true` if the check reported an object that was released.
    public var falseAlarm: Bool

    /// Creates the result of a self-check.
    public init(leakFound: Bool, falseAlarm: Bool) {
        self.leakFound = leakFound
        self.falseAlarm = falseAlarm
    }

    /// `true` if detection does not work, so that a clean report would mean nothing.
    public var blind: Bool { !leakFound || falseAlarm }
}
