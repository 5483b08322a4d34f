/// What the heap tier writes when it starts in a process: `heap-PID.json` in `OUTLIVE_HEAP`.
///
/// A process that is not Swift, or not the chosen executable, writes none.
public struct HeapHello: Codable, Hashable, Sendable {
    /// The version of the files in `OUTLIVE_HEAP`; a reader refuses a newer one.
    public static let currentVersion = 1

    /// The version of the files in `OUTLIVE_HEAP`.
    public var version: Int
    /// The process that wrote it.
    public var processID: Int32
    /// Its executable.
    public var executable: String
    /// How many frames of each allocation are captured; 0: none.
    public var frames: Int
    /// The number of the signal that asks for a census.
    public var signal: Int32
    /// How the tier's check of itself went: a deliberate leak must be found, and what was let go must not be; nil where the
    /// process is not served.
    public var controls: Controls?
    /// Why this process cannot be served, in one line; nil where it is.
    public var refusal: String?

    /// Makes the greeting of a process.
    public init(
        version: Int = HeapHello.currentVersion, processID: Int32, executable: String, frames: Int, signal: Int32,
        controls: Controls? = nil, refusal: String? = nil
    ) {
        self.version = version
        self.processID = processID
        self.executable = executable
        self.frames = frames
        self.signal = signal
        self.controls = controls
        self.refusal = refusal
    }

    /// The name of the file that process `processID` writes.
    public static func fileName(processID: Int32) -> String { "heap-\(processID).json" }
}

/// The names of the files in `OUTLIVE_HEAP` that hold snapshots.
public enum HeapFileName {
    /// What the service makes of request `number`.
    public static func request(_ number: UInt32, processID: Int32) -> String {
        "heap-\(processID)-request-\(number).olheap"
    }
    /// What is written at exit, or before a fatal signal is passed on.
    public static func exit(processID: Int32) -> String { "heap-\(processID)-exit.olheap" }
    /// Why no snapshot is taken any more, in one line: the service ended before the program.
    public static func end(processID: Int32) -> String { "heap-\(processID)-end.error" }
    /// Instead of a snapshot that could not be written: the reason, in one line.
    public static func error(insteadOf name: String) -> String { "\(name.prefix { $0 != "." }).error" }
}
