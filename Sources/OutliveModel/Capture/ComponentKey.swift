/// What registrations have in common when they are counted together: one row of a report.
public struct ComponentKey: Codable, Hashable, Sendable {
    /// The name given at registration, or the type's name.
    public var name: String
    /// The dynamic type with its module: `NoteService.Session`.
    public var type: String
    /// Where the component was registered.
    public var site: RegistrationSite
    /// How long the component is meant to live.
    public var lifetime: Lifetime

    /// Makes the key of components that are counted together.
    public init(name: String, type: String, site: RegistrationSite, lifetime: Lifetime = .untilReset) {
        self.name = name
        self.type = type
        self.site = site
        self.lifetime = lifetime
    }

    /// Whether it comes first in a report that ranks both the same: an order by name and site, the same in every run.
    public func precedes(_ other: ComponentKey) -> Bool {
        (name, site.fileID, site.line, site.column, type)
            < (other.name, other.site.fileID, other.site.line, other.site.column, other.type)
    }
}
