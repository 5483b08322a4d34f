/// The deadline and polling intervals of the wait for components to be released after a reset.
public struct SettlePolicy: Sendable, Hashable {
    /// A deadline of 2 s, with polling intervals from 1 ms to 100 ms.
    public static let standard = SettlePolicy()

    /// The minimum interval, which limits processor use.
    static let shortestPoll = Duration.milliseconds(1)

    /// The longest wait; components that are still alive after it are reported as survivors.
    public var deadline: Duration
    /// The pause before the second check, at least 1 ms; each pause is twice the previous one.
    public var firstPoll: Duration
    /// The longest pause, at least 1 ms.
    public var longestPoll: Duration

    /// Creates a policy; with a deadline of zero, components are checked only once.
    public init(
        deadline: Duration = .seconds(2), firstPoll: Duration = .milliseconds(1),
        longestPoll: Duration = .milliseconds(100)
    ) {
        (self.deadline, self.firstPoll, self.longestPoll) = (deadline, firstPoll, longestPoll)
    }
}
