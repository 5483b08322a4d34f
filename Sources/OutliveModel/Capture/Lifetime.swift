/// How long a component is meant to live.
public enum Lifetime: Codable, Hashable, Sendable {
    /// The component ends with the generation it was registered in.
    case untilReset
    /// The component is meant to live as long as the process, for the reason given.
    case process(reason: String)
}
