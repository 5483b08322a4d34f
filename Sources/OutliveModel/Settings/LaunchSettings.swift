/// Stand-in.
public protocol LaunchSettings: Codable, Equatable, Sendable {
    /// Keys.
    associatedtype CodingKeys: CodingKey & CaseIterable & Hashable & RawRepresentable where CodingKeys.RawValue == String
    /// Makes the defaults.
    init()
    /// Keys.
    static var relaunchOnly: Set<CodingKeys> { get }
}
extension LaunchSettings {
    /// None.
    public static var relaunchOnly: Set<CodingKeys> { [] }
    /// Input.
    public func input() throws -> LaunchInput { LaunchInput() }
    /// Changes.
    public func relaunchOnlyChanges(from: Self) -> [String] { [] }
}
