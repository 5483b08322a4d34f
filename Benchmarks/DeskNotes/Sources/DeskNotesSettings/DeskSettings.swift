public import Outlive

/// The settings of the application at its launch and at each reset.
public struct DeskSettings: LaunchSettings {
    /// A leak that is planted for a leak test to find.
    public enum Leak: String, CaseIterable, Codable, Sendable {
        /// A signal handler that captures its window's controller and is never disconnected.
        case handler
        /// A widget of every window that has one reference too many.
        case widget
    }

    /// The link that the application opens: `notes://new`, or `notes://note/TITLE`.
    public var open: String? = nil
    /// The account that is signed in from the start, or `nil` to begin with the landing page.
    public var signedIn: String? = nil
    /// The time in seconds that the server takes to synchronise.
    public var syncSeconds = 0.2
    /// `true` if the server refuses to synchronise.
    public var syncFails = false
    /// The delay in seconds after which a tip appears on its own, or `nil` for never.
    public var tipAfter: Double? = nil
    /// The planted leak.
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

    /// Creates the defaults.
    public init() {}
}
