#if LiveReset
internal import OutliveModel

extension ComponentKey {
    /// The key as reports show it.
    init(_ key: RegistrationKey) {
        self.init(
            name: key.name ?? String(describing: key.type), type: Self.stableName(of: key.type),
            site: RegistrationSite(fileID: key.fileID, line: Int(key.line), column: Int(key.column)),
            lifetime: key.lifetime)
    }

    /// The qualified name of a type, the same in every run.
    ///
    /// Of a private or local type, Swift gives the context as an address: `Module.(unknown context at $7f3a).Type`.
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
