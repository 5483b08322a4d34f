/// Growth by design of a library, which is no leak of its users: an entry of the list shipped with Outlive.
package struct LibraryGrowth: Codable, Hashable, Sendable {
    /// The library and perhaps its version: `Foundation`, `Swift`, `FlyingFox 0.27.1`.
    package var library: String
    /// The reason for the growth.
    package var reason: String
    /// The versions of Swift with which it was observed, such as `6.3.1`; other versions are accepted with a remark.
    package var toolchains: [String]
    /// The operating system on which it was observed: `Linux`.
    package var system: String

    /// Creates an entry.
    package init(library: String, reason: String, toolchains: [String], system: String) {
        self.library = library
        self.reason = reason
        self.toolchains = toolchains
        self.system = system
    }
}
