/// The expected lifetime of a component.
public enum Lifetime: Codable, Hashable, Sendable {
    /// The component ends with the generation in which it was registered.
    case untilReset
    /// The component lives as long as the process, for the given reason.
    case process(reason: String)
}
