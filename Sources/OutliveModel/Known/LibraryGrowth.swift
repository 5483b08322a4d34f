/// Growth that is by design of a library, and so nobody's leak who uses it: an entry of the list that Outlive ships.
public struct LibraryGrowth: Codable, Hashable, Sendable {
    /// Whose it is: `Foundation`, `Swift`, `FlyingFox 0.27.1`.
    public var library: String
    /// Why it grows.
    public var reason: String
    /// The versions of Swift that it was seen with, as `6.3.1`: it is applied with others as well, and that is said.
    public var toolchains: [String]
    /// The operating system that it was seen on: `Linux`.
    public var system: String

    /// Makes an entry.
    public init(library: String, reason: String, toolchains: [String], system: String) {
        self.library = library
        self.reason = reason
        self.toolchains = toolchains
        self.system = system
    }
}
