/// The names of systemd's notification protocol, and of Outlive's additions to it.
///
/// See `sd_notify(3)`: a datagram of `NAME=value` lines to the socket that `NOTIFY_SOCKET` names.
/// Names with `X_` are left alone by service managers.
public enum NotificationField {
    /// `READY=1`: start-up or reloading is over.
    public static let ready = "READY"
    /// `RELOADING=1`: a reset has begun.
    public static let reloading = "RELOADING"
    /// `STOPPING=1`: the application is about to end.
    public static let stopping = "STOPPING"
    /// CLOCK_MONOTONIC in microseconds, sent with `RELOADING=1`.
    public static let monotonicMicroseconds = "MONOTONIC_USEC"
    /// One line for people.
    public static let status = "STATUS"
    /// The number of the request that this datagram answers.
    public static let request = "X_OUTLIVE_REQUEST"
    /// The generation that a reset ended; sent with `READY=1` after a reset.
    public static let endedGeneration = "X_OUTLIVE_GENERATION"
    /// Sent instead of `READY=1` when a reset left the application unusable: the reason.
    public static let failed = "X_OUTLIVE_FAILED"
    /// The URL at which an HTTP notifier listens, sent before `READY=1`.
    public static let http = "X_OUTLIVE_HTTP"
}
