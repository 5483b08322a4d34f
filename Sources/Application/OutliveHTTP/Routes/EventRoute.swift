#if LiveReset
internal import FlyingFox
internal import FlyingSocks
internal import Outlive

/// The route `GET /events`, which streams events as lines of JSON.
struct EventRoute: Sendable {
    private let history: ResetHistory
    private let limits: HTTPLimits
    private let places: Places

    /// - Parameter places: The places shared with waiting calls. Each stream occupies one.
    init(_ history: ResetHistory, _ limits: HTTPLimits, _ places: Places) {
        self.history = history
        self.limits = limits
        self.places = Places(limits.eventStreams, of: places)
    }

    /// Begins a stream, which ends when the client disconnects.
    ///
    /// - Throws: `Refusal` with 503 if the limit is reached.
    func answer(_ departure: Departure) throws(Refusal) -> HTTPResponse {
        guard let place = places.take() else {
            throw Refusal(
                503,
                "\(limits.eventStreams) streams of events, or \(limits.waiting) of them and calls, are open, and more "
                    + "are not served; try again",
                fields: ["Retry-After": "1"])
        }
        var headers = HTTPHeaders.ofJSON
        headers[.contentType] = "application/x-ndjson"
        return HTTPResponse(
            statusCode: .ok, headers: headers,
            body: HTTPBodySequence(from: EventLines(history, limits, place, until: departure)))
    }
}
#endif
