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

    package init(name: String, type: String, site: RegistrationSite, lifetime: Lifetime = .untilReset) {
        (self.name, self.type, self.site, self.lifetime) = (name, type, site, lifetime)
    }

    /// Returns `true` if this key precedes another of equal rank.
    ///
    /// The order, by name, site and type, is the same in every run.
    package func precedes(_ other: ComponentKey) -> Bool {
        (name, site.fileID, site.line, site.column, type)
            < (other.name, other.site.fileID, other.site.line, other.site.column, other.type)
    }
}

/// The expected lifetime of a component.
public enum Lifetime: Codable, Hashable, Sendable {
    /// The component ends with the generation in which it was registered.
    case untilReset
    /// The component lives as long as the process, for the given reason.
    case process(reason: String)
}

/// The source position of a `track` call or, in the heap tier, of an allocation.
public struct RegistrationSite: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The compiler's `#fileID`, as in `Module/File.swift`.
    ///
    /// For an allocation without debug information it is `library+0x12AB`, with the offset of the return address.
    public var fileID: String
    /// The line, counted from 1; 0 if it is unknown.
    public var line: Int
    /// The column, counted from 1; 0 if it is unknown or not distinguished.
    public var column: Int

    package init(fileID: String, line: Int, column: Int) {
        (self.fileID, self.line, self.column) = (fileID, line, column)
    }

    /// The position as editors read it, such as `Module/File.swift:12`; without a line, `fileID` alone.
    public var description: String { line == 0 ? fileID : "\(fileID):\(line)" }
}
