#if LiveReset
/// What clients of the server may use up, at most.
///
/// FlyingFox 0.27 has no place for any of these: its decoder, which is internal, reads without bound, its server counts
/// no connections, and its time limit is one for handlers. So they are enforced by the guard in front of it, and of
/// FlyingFox the request, the response and the routes are used. `pending`, `connections` and `unserved` are counted by
/// `HTTPGuard`, `headBytes` and `headTime` apply where the head is read, `bodyBytes` and `bodyTime` where the body is
/// (`RequestReader`), `writeTime` where the answer is written (`Connection+Response`), and `waiting`, `eventStreams`,
/// `eventBacklog`, `resetTime` and `rememberedCalls` in the routes they belong to.
///
/// Each time limit is one for the whole of what it limits: a client that sends a byte now and then gains nothing by it.
/// What is there of a request when this process looks after the end of its time counts, once: it may be late itself.
struct HTTPLimits: Sendable {
    /// The number of connections whose head is read at a time; one more closes the oldest that stalls.
    var pending = 64
    /// The number of requests with the token that are served at a time; one more is answered with 503.
    var connections = 16
    /// The longest head of a request (request line and header fields), in bytes; 431 beyond it.
    var headBytes = 16 * 1024
    /// How long a client may take from its connection to the end of the head; 408 after it.
    var headTime = Duration.seconds(5)
    /// The longest body of a request, in bytes; 413 beyond it, and nothing of it is kept.
    var bodyBytes = 1 << 20
    /// How long a client may take for the body; 408 after it.
    var bodyTime = Duration.seconds(10)
    /// How long a client may take to read an answer, or one line of a stream; its connection is closed after it.
    var writeTime = Duration.seconds(10)
    /// How much of a request that was refused is read and thrown away, so that the client gets to see the answer: a
    /// connection that is closed with unread bytes is reset.
    var drainBytes = 16 << 20
    /// How long that may take.
    var drainTime = Duration.seconds(2)
    /// The number of connections that are answered beside those: refusals, and the page, which needs no token.
    var unserved = 64
    /// How many of the connections may be resets and pings that wait, and streams of events: fewer than `connections`,
    /// so that some are left for requests that are answered at once.
    var waiting = 14
    /// How many of those may be streams of events.
    var eventStreams = 4
    /// How many events wait for a client that reads slowly; its stream ends with one more.
    var eventBacklog = 1_000
    /// How often a stream says that it is alive.
    var heartbeat = Duration.seconds(10)
    /// How long a call waits for its turn and its reset where it does not say.
    var resetTime = Duration.seconds(30)
    /// How long after its deadline a call waits for the host to say whether its reset has begun.
    var grace = Duration.milliseconds(500)
    /// How many answers are kept for calls that are sent again, and how many calls with an id may be under way.
    var rememberedCalls = 256
}
#endif
