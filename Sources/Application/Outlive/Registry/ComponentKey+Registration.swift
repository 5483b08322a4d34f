#if LiveReset
internal import OutliveWire

extension ComponentKey {
    /// Creates the key as reports show it.
    init(_ key: RegistrationKey) {
        self.init(
            name: key.name ?? String(describing: key.type), type: Self.stableName(of: key.type),
            site: RegistrationSite(fileID: key.fileID, line: Int(key.line), column: Int(key.column)),
            lifetime: key.lifetime)
    }

    /// Returns the qualified name of a type, which is the same in every run.
    ///
    /// For private and local types, Swift's name contains an address, as in `Module.(unknown context at $7f3a).Type`.
    /// It is removed.
    static func stableName(of type: AnyObject.Type) -> String {
        var name = String(reflecting: type)
        while let context = name.firstRange(of: "(unknown context at $"),
            let end = name[context.upperBound...].firstRange(of: ").")
        {
            name.removeSubrange(context.lowerBound..<end.upperBound)
        }
        return name
    }
}
#endif
