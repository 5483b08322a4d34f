/// The first message of a watched application: the file `hello.json`, written at start.
///
/// It distinguishes an application that registers nothing from one without leak detection.
public struct Hello: Codable, Hashable, Sendable {
    /// The version of the files in `OUTLIVE_DIR`; a reader refuses a newer one.
    public static let currentVersion = 1
    /// The name of the file in `OUTLIVE_DIR`.
    public static let fileName = "hello.json"

    /// The version of the files in `OUTLIVE_DIR`.
    public var version: Int
    /// The identifier of the process that wrote it.
    public var processID: Int32
    /// `true` if the registry records registrations.
    public var registryEnabled: Bool
    /// The method of capturing stacks.
    public var unwinder: Unwinder
    /// The result of the registry's self-check at start.
    public var controls: Controls

    /// Creates the first message of a process.
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
