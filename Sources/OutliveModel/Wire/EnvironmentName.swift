/// The environment variables that a harness sets for the application it drives.
public enum EnvironmentName {
    /// systemd's: where notifications go.
    public static let notifySocket = "NOTIFY_SOCKET"
    /// The private directory of this run; its presence means "a harness is watching".
    public static let directory = "OUTLIVE_DIR"
    /// The deadline of settling, in seconds.
    public static let settle = "OUTLIVE_SETTLE"
    /// `off` keeps the registry switched off under a harness.
    public static let leaks = "OUTLIVE_LEAKS"
    /// The bearer token of this launch: an HTTP notifier listens only where it is set, and answers only to it.
    public static let token = "OUTLIVE_TOKEN"
    /// The port of the loopback interface at which an HTTP notifier listens that was given none; 1 to 65535.
    ///
    /// For harnesses that no announcement reaches, as a UI test of iOS, which is in a sandbox of its own.
    public static let port = "OUTLIVE_PORT"
    /// The name of the Darwin notification that asks for a reset: a notifier listens only where it is set.
    public static let darwinNotification = "OUTLIVE_DARWIN"
    /// The directory that the heap tier writes to; its presence switches the tier on.
    public static let heap = "OUTLIVE_HEAP"
    /// How many frames of each allocation the heap tier captures: 0 to 64.
    public static let heapFrames = "OUTLIVE_HEAP_FRAMES"
    /// `0`: the heap tier takes no census at exit and before a fatal signal.
    public static let heapExit = "OUTLIVE_HEAP_EXIT"
    /// `1`: the heap tier starts, checks itself, writes its greeting and ends the process before its `main`.
    public static let heapProbe = "OUTLIVE_HEAP_PROBE"
    /// The one executable that the heap tier is for; without it every Swift process is.
    public static let target = "OUTLIVE_TARGET"
    /// The path of the fixture that the application is to work on.
    public static let fixture = "OUTLIVE_FIXTURE"
    /// Of a test run, not of an application: the folder in which tests that failed keep what helps to find out why.
    public static let artifacts = "OUTLIVE_ARTIFACTS"
}
