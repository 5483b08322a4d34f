/// The limits on the resources that clients of the server can use.
///
/// `HTTPServer` counts `pending`, `connections` and `unserved`, and applies `reserveTime` and the limits for draining.
/// `RequestReader` applies `headBytes`, `headTime`, `bodyBytes` and `bodyTime`, `Connection` applies `writeTime`, and
/// the routes of a reset host apply the others.
///
/// Each time limit covers the whole of its part, so a client that sends single bytes gains no time. Data that is
/// available at the first check after the limit still counts, because this process may be late.
package struct HTTPLimits: Sendable {
    /// The number of connections whose head is being read; a further one causes the oldest stalled one to be closed.
    package var pending = 64
    /// The number of concurrent requests with the token; a further one receives status 503.
    package var connections = 16
    /// The time that a connection waits for free descriptors before it receives status 503.
    package var reserveTime = Duration.seconds(1)
    /// The maximum length of a request line and header fields, in bytes; a longer head receives status 431.
    package var headBytes = 16 * 1024
    /// The time from the start of a connection to the end of the head; a later head receives status 408.
    package var headTime = Duration.seconds(5)
    /// The maximum length of a body, in bytes; a longer one receives status 413 and is not stored.
    package var bodyBytes = 1 << 20
    /// The time in which the client must send the body; a later body receives status 408.
    package var bodyTime = Duration.seconds(10)
    /// The time in which the client must read a response or one line of a stream; then the connection is closed.
    package var writeTime = Duration.seconds(10)
    /// The number of bytes of a refused request that are read and discarded.
    ///
    /// Closing a connection with unread bytes would reset it before the client sees the response.
    package var drainBytes = 16 << 20
    /// The time limit for draining.
    package var drainTime = Duration.seconds(2)
    /// The number of connections for refusals and open paths, which need no token, in addition to `connections`.
    package var unserved = 64
    /// The number of connections for waiting resets and pings and for event streams.
    ///
    /// It is below `connections`, to leave room for requests that are answered immediately.
    package var waiting = 14
    /// The number of `waiting` connections that may be event streams.
    package var eventStreams = 4
    /// The number of events buffered for a slow client; a further event ends its stream.
    package var eventBacklog = 1_000
    /// The interval between the heartbeats of a stream.
    package var heartbeat = Duration.seconds(10)
    /// The default time limit of a call, which covers the wait for its turn and the reset.
    package var resetTime = Duration.seconds(30)
    /// The time after its deadline that a call waits for the host's refusal; without one, the reset has begun.
    package var grace = Duration.milliseconds(500)
    /// The number of responses kept for repeated calls, and of concurrent calls with an id.
    package var rememberedCalls = 256

    package init() {}
}
