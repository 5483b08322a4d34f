/// How long a registry waits for components to go away after a reset, and how often it looks.
public struct SettlePolicy: Sendable, Hashable {
    /// 2 s, looking after 1 ms first and every 100 ms at last.
    public static let standard = SettlePolicy()

    /// The longest wait; what is alive then is reported as a survivor.
    public var deadline: Duration
    /// The pause before the second look; each pause is twice the one before.
    public var firstPoll: Duration
    /// The longest pause.
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
