public import Outlive

/// What the application can be told at its launch, and again at each reset.
public struct DeskSettings: LaunchSettings {
    /// A leak that is made on purpose, to see it found.
    public enum Leak: String, CaseIterable, Codable, Sendable {
        /// A signal's handler that captures its window's controller, and is never disconnected.
        case handler
        /// A widget of every window, which is referenced once too often.
        case widget
    }

    /// A link that the application is opened with: `notes://new`, or `notes://note/TITLE`.
    public var open: String? = nil
    /// Who is signed in from the start; nil for nobody, which begins with the landing page.
    public var signedIn: String? = nil
    /// How long the server takes to synchronise, in seconds.
    public var syncSeconds = 0.2
    /// Whether the server refuses to synchronise.
    public var syncFails = false
    /// After how many seconds a tip appears on its own; nil for never.
    public var tipAfter: Double? = nil
    /// A leak that is made on purpose.
    public var leak: Leak? = nil

    /// The settings by their spellings.
    public enum CodingKeys: String, CodingKey, CaseIterable {
        case open = "--open"
        case signedIn = "--signed-in"
        case syncSeconds = "--sync-seconds"
        case syncFails = "--sync-fails"
        case tipAfter = "--tip-after"
        case leak = "--leak"
    }

    /// Makes the defaults.
    public init() {}
}
