/// The properties shared by registrations that are counted together as one row of a report.
public struct ComponentKey: Codable, Hashable, Sendable {
    /// The name given at registration, or the type's name.
    public var name: String
    /// The dynamic type with its module: `NoteService.Session`.
    public var type: String
    /// The source position of the registration.
    public var site: RegistrationSite
    /// The expected lifetime of the component.
    public var lifetime: Lifetime

    /// Creates the key of components that are counted together.
    public init(name: String, type: String, site: RegistrationSite, lifetime: Lifetime = .untilReset) {
        self.name = name
        self.type = type
        self.site = site
        self.lifetime = lifetime
    }

    /// Returns `true` if this key precedes another of equal rank: an order by name and site that is the same in every
    /// run.
    public func precedes(_ other: ComponentKey) -> Bool {
        (name, site.fileID, site.line, site.column, type)
            < (other.name, other.site.fileID, other.site.line, other.site.column, other.type)
    }
}
