/// Growth by design of a library, which is no leak of its users: an entry of the list shipped with Outlive.
public struct LibraryGrowth: Codable, Hashable, Sendable {
    /// The library and perhaps its version: `Foundation`, `Swift`, `FlyingFox 0.27.1`.
    public var library: String
    /// The reason for the growth.
    public var reason: String
    /// The versions of Swift with which it was observed, such as `6.3.1`; other versions are accepted with a remark.
    public var toolchains: [String]
    /// The operating system on which it was observed: `Linux`.
    public var system: String

    /// Creates an entry.
    public init(library: String, reason: String, toolchains: [String], system: String) {
        self.library = library
        self.reason = reason
        self.toolchains = toolchains
        self.system = system
    }
}
