/// How long a registry waits for components to go away after a reset, and how often it looks.
public struct SettlePolicy: Sendable, Hashable {
    /// 2 s, looking after 1 ms first and every 100 ms at last.
    public static let standard = SettlePolicy()

    /// Less than this would keep a processor busy with looking.
    static let shortestPoll = Duration.milliseconds(1)

    /// The longest wait; what is alive then is reported as a survivor.
    public var deadline: Duration
    /// The pause before the second look; each pause is twice the one before, and 1 ms at least.
    public var firstPoll: Duration
    /// The longest pause; less than 1 ms counts as 1 ms.
    public var longestPoll: Duration

    /// Makes a policy; a deadline of zero reports what the first look sees.
    public init(
        deadline: Duration = .seconds(2), firstPoll: Duration = .milliseconds(1),
        longestPoll: Duration = .milliseconds(100)
    ) {
        self.deadline = deadline
        self.firstPoll = firstPoll
        self.longestPoll = longestPoll
    }
}
