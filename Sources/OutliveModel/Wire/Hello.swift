/// What a watched application writes to `hello.json` when it starts, so that "nothing registered" is told
/// apart from "not watched".
public struct Hello: Codable, Hashable, Sendable {
    /// The version of the files in `OUTLIVE_DIR`; a reader refuses a newer one.
    public static let currentVersion = 1
    /// The file's name in `OUTLIVE_DIR`.
    public static let fileName = "hello.json"

    /// The version of the files in `OUTLIVE_DIR`.
    public var version: Int
    /// The process that wrote the file.
    public var processID: Int32
    /// Whether the registry records registrations.
    public var registryEnabled: Bool
    /// The method in force for capturing stacks.
    public var unwinder: Unwinder
    /// How the registry's own start-up check went.
    public var controls: Controls

    /// Makes the greeting of a process.
    public init(
        version: Int = Hello.currentVersion, processID: Int32, registryEnabled: Bool, unwinder: Unwinder,
        controls: Controls
    ) {
        self.version = version
        self.processID = processID
        self.registryEnabled = registryEnabled
        self.unwinder = unwinder
        self.controls = controls
    }
}
