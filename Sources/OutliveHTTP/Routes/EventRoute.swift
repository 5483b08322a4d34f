#if LiveReset
internal import FlyingFox
internal import FlyingSocks
internal import Outlive
internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `GET /events`: lines of JSON, as things happen.
struct EventRoute: Sendable {
    private let history: ResetHistory
    private let limits: HTTPLimits
    private let places: Places

    /// - Parameter places: of which each stream has one.
    init(_ history: ResetHistory, _ limits: HTTPLimits, _ places: Places) {
        self.history = history
        self.limits = limits
        self.places = Places(limits.eventStreams, of: places)
    }

    /// Begins a stream, which ends when the client goes away.
    ///
    /// - Throws: `Refusal` with 503 where there are as many as there may be.
    func answer(_ departure: Departure) throws(Refusal) -> HTTPResponse {
        guard let place = places.take() else {
            throw Refusal(
                503,
                "\(limits.eventStreams) streams of events, or \(limits.waiting) of them and calls, are open, and more are "
                    + "not served; try again",
                fields: ["Retry-After": "1"])
        }
        var headers = HTTPHeaders.ofJSON
        headers[.contentType] = "application/x-ndjson"
        return HTTPResponse(
            statusCode: .ok, headers: headers,
            body: HTTPBodySequence(from: EventLines(history, limits, place, until: departure)))
    }
}

/// One line of the stream.
struct EventLine: Codable, Equatable {
    /// What a line is about.
    enum Kind: String, Codable {
        /// The first line: how things are.
        case state
        /// A reset began.
        case began
        /// A reset or a ping ended, or was refused.
        case ended
        /// An ended generation has settled.
        case settled
        /// Nothing happened: the stream is alive.
        case alive
    }

    var event: Kind
    var ready: Bool?
    var generation: Int?
    var watched: Bool?
    var reply: ResetReply?
    var report: GenerationReport?

    init(stateOf history: ResetHistory) {
        event = .state
        ready = history.isUsable
        generation = history.generation
        watched = history.isWatched
    }

    init(_ event: ResetEvent) {
        switch event {
        case .began:
            self.event = .began
        case .ended(let reply):
            self.event = .ended
            self.reply = reply
        case .settled(let report):
            self.event = .settled
            self.report = report
        }
    }

    private init(_ event: Kind) {
        self.event = event
    }

    static let alive = EventLine(.alive)
}
#endif
