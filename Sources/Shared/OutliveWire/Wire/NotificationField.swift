/// The field names of systemd's notification protocol, and Outlive's additions to it.
///
/// The protocol is specified in `sd_notify(3)`: a datagram of `NAME=value` lines to the socket in `NOTIFY_SOCKET`.
/// Service managers ignore names with `X_`.
public enum NotificationField {
    /// The end of start-up or reloading, as `READY=1`.
    public static let ready = "READY"
    /// The start of a reset, as `RELOADING=1`.
    public static let reloading = "RELOADING"
    /// The start of the application's shutdown, as `STOPPING=1`.
    public static let stopping = "STOPPING"
    /// The value of CLOCK_MONOTONIC in microseconds, sent with `RELOADING=1`.
    public static let monotonicMicroseconds = "MONOTONIC_USEC"
    /// A status line for people.
    public static let status = "STATUS"
    /// The number of the request that this datagram answers.
    public static let request = "X_OUTLIVE_REQUEST"
    /// The generation that a reset ended, sent with `READY=1` after a reset.
    public static let endedGeneration = "X_OUTLIVE_GENERATION"
    /// The reason why a reset left the application unusable, sent instead of `READY=1`.
    public static let failed = "X_OUTLIVE_FAILED"
    /// The URL of an HTTP notifier, sent before `READY=1`.
    public static let http = "X_OUTLIVE_HTTP"
}
