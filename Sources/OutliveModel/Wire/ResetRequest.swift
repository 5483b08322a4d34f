/// What is asked of an application: the content of `request-N.json`.
public struct ResetRequest: Codable, Hashable, Sendable {
    /// What a request wants.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// Tear down, end the generation, rebuild.
        case reset
        /// Acknowledge only: tells what the transport costs.
        case ping
    }

    /// The version of the files in `OUTLIVE_DIR`.
    public var version: Int
    /// The request's number, 1 or more; the acknowledgement carries it.
    public var id: Int
    /// What is wanted.
    public var kind: Kind
    /// Launch arguments that the rebuilt application is to see.
    public var arguments: [String]
    /// Environment values that the rebuilt application is to see.
    public var environment: [String: String]

    /// Makes a request; a plain reset by default.
    public init(
        id: Int, kind: Kind = .reset, arguments: [String] = [], environment: [String: String] = [:],
        version: Int = Hello.currentVersion
    ) {
        self.version = version
        self.id = id
        self.kind = kind
        self.arguments = arguments
        self.environment = environment
    }

    /// The name in `OUTLIVE_DIR` of the file that holds request `id`.
    public static func fileName(id: Int) -> String { "request-\(id).json" }
}
