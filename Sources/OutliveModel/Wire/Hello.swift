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

/// A way to capture the calling thread's stack.
public enum Unwinder: String, Codable, Hashable, Sendable {
    /// libunwind's `unw_backtrace`, loaded at run time.
    case libunwind
    /// A walk along frame pointers; loses callers that were built without them.
    case framePointer
}

/// What a registry found out about itself: it must see a deliberate leak, and must not see a leak where none is.
public struct Controls: Codable, Hashable, Sendable {
    /// Whether an object that was kept alive on purpose was found.
    public var leakFound: Bool
    /// Whether an object that was let go was reported all the same.
    public var falseAlarm: Bool

    /// Makes the outcome of a self-check.
    public init(leakFound: Bool, falseAlarm: Bool) {
        self.leakFound = leakFound
        self.falseAlarm = falseAlarm
    }

    /// Whether the registry cannot be trusted: a clean report of it would mean nothing.
    public var blind: Bool { !leakFound || falseAlarm }
}
