public import OutliveModel

/// Something that happened to a host.
public enum ResetEvent: Codable, Hashable, Sendable {
    /// A reset began; the application cannot be used until it ended.
    case began
    /// A reset or a ping ended, or was refused.
    case ended(ResetReply)
    /// A generation that a reset ended has settled.
    case settled(GenerationReport)
}
