/// The names of the environment variables that a harness sets for the application, unless stated otherwise.
public enum EnvironmentName {
    /// The socket for notifications, as defined by systemd.
    public static let notifySocket = "NOTIFY_SOCKET"
    /// The private directory of this run; its presence means that a harness watches the application.
    public static let directory = "OUTLIVE_DIR"
    /// The deadline of settling, in seconds.
    public static let settle = "OUTLIVE_SETTLE"
    /// The state of the registry under a harness; `off` disables it.
    public static let leaks = "OUTLIVE_LEAKS"
    /// The bearer token of this launch; an HTTP notifier listens only if it is set, and requires it in each request.
    public static let token = "OUTLIVE_TOKEN"
    /// The loopback port of an HTTP notifier that has no explicit port; 1 to 65535.
    ///
    /// It serves harnesses that cannot receive an announcement, such as a sandboxed UI test on iOS.
    public static let port = "OUTLIVE_PORT"
    /// The name of the Darwin notification that requests a reset; a notifier listens only if it is set.
    public static let darwinNotification = "OUTLIVE_DARWIN"
    /// The output directory of the heap tier; its presence enables the tier.
    public static let heap = "OUTLIVE_HEAP"
    /// The number of frames that the heap tier captures for each allocation; 0 to 64.
    public static let heapFrames = "OUTLIVE_HEAP_FRAMES"
    /// The censuses of the heap tier at exit and at a fatal signal; `0` disables them.
    public static let heapExit = "OUTLIVE_HEAP_EXIT"
    /// The mean distance of sampled allocations in bytes; without it, the heap tier records every block.
    public static let heapSample = "OUTLIVE_HEAP_SAMPLE"
    /// The name of the variable that counts all allocations: `1`.
    public static let heapAllocations = "OUTLIVE_HEAP_ALLOCATIONS"
    /// The references between blocks in the censuses at exit, at a fatal signal and by hand; `1` adds them.
    public static let heapGraph = "OUTLIVE_HEAP_GRAPH"
    /// The mode of the heap tier for test bundles: the number of runs of the XCTests, from 1 on.
    public static let heapTests = "OUTLIVE_HEAP_TESTS"
    /// The states of a test bundle: with `1`, the heap tier captures one at the end of each test.
    public static let heapStates = "OUTLIVE_HEAP_STATES"
    /// The probe mode of the heap tier: with `1`, it starts, checks itself, writes `HeapStartRecord` and exits before
    /// `main`.
    public static let heapProbe = "OUTLIVE_HEAP_PROBE"
    /// The only executable in which the heap tier is active; without it, the tier is active in every Swift process.
    public static let target = "OUTLIVE_TARGET"
    /// The path of the application's fixture.
    public static let fixture = "OUTLIVE_FIXTURE"
    /// The folder for the artifacts of failed tests; set for a test run, not for an application.
    public static let artifacts = "OUTLIVE_ARTIFACTS"
}

/// The field names of systemd's notification protocol, and Outlive's additions to it.
///
/// The protocol is specified in `sd_notify(3)`: a datagram of `NAME=value` lines to the socket in `NOTIFY_SOCKET`.
/// Service managers ignore names with `X_`.
package enum NotificationField {
    /// The end of start-up or reloading, as `READY=1`.
    package static let ready = "READY"
    /// The start of a reset, as `RELOADING=1`.
    package static let reloading = "RELOADING"
    /// The start of the application's shutdown, as `STOPPING=1`.
    package static let stopping = "STOPPING"
    /// The value of CLOCK_MONOTONIC in microseconds, sent with `RELOADING=1`.
    package static let monotonicMicroseconds = "MONOTONIC_USEC"
    /// A human-readable status line.
    package static let status = "STATUS"
    /// The number of the request that this datagram answers.
    package static let request = "X_OUTLIVE_REQUEST"
    /// The generation that a reset ended, sent with `READY=1` after a reset.
    package static let endedGeneration = "X_OUTLIVE_GENERATION"
    /// The reason why a reset left the application unusable, sent instead of `READY=1`.
    package static let failed = "X_OUTLIVE_FAILED"
    /// The URL of an HTTP notifier, sent before the first `READY=1`.
    package static let http = "X_OUTLIVE_HTTP"
}

extension String {
    /// Returns 43 random characters of the URL-safe Base64 alphabet, with 258 bits, for `EnvironmentName.token`.
    package static func randomToken() -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var generator = SystemRandomNumberGenerator()
        return String((0..<43).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] })
    }
}
