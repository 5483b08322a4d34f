public import OutliveWire

/// An event in the life of a host.
public enum ResetEvent: Codable, Hashable, Sendable {
    /// A reset began. The application is not usable until it ends.
    case began
    /// A reset or ping ended or was refused.
    case ended(ResetReply)
    /// A generation that a reset ended has settled.
    case settled(GenerationReport)
}
