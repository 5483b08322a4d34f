/// The source position of a `track` call.
public struct RegistrationSite: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The compiler's `#fileID`: `Module/File.swift`.
    public var fileID: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1.
    public var column: Int

    /// Makes a position from the compiler's `#fileID`, `#line` and `#column`.
    public init(fileID: String, line: Int, column: Int) {
        self.fileID = fileID
        self.line = line
        self.column = column
    }

    /// `Module/File.swift:12`, as people and editors read it.
    public var description: String { "\(fileID):\(line)" }
}

/// How long a component is meant to live.
public enum Lifetime: Codable, Hashable, Sendable {
    /// The component ends with the generation it was registered in.
    case untilReset
    /// The component is meant to live as long as the process, for the reason given.
    case process(reason: String)
}

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
}
