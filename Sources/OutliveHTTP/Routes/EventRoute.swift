#if LiveReset
internal import FlyingFox
internal import FlyingSocks
internal import Outlive
internal import OutliveModel
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `GET /events`: lines of JSON, as things happen.
final class EventRoute: Sendable {
    private let history: ResetHistory
    private let limits: HTTPLimits
    private let places: EventPlaces

    init(_ history: ResetHistory, _ limits: HTTPLimits) {
        self.history = history
        self.limits = limits
        places = EventPlaces(limits.eventStreams)
    }

    /// Begins a stream.
    ///
    /// - Throws: `Refusal` with 503 where there are as many as there may be.
    func answer() throws(Refusal) -> HTTPResponse {
        guard let place = places.take() else {
            throw Refusal(
                503, "\(limits.eventStreams) streams of events are open, and more are not served; try again",
                fields: ["Retry-After": "1"])
        }
        var headers = HTTPHeaders.ofJSON
        headers[.contentType] = "application/x-ndjson"
        return HTTPResponse(
            statusCode: .ok, headers: headers,
            body: HTTPBodySequence(from: EventLines(history, every: limits.heartbeat, place)))
    }
}

/// How many streams there may be.
final class EventPlaces: Sendable {
    private let limit: Int
    private let taken = Atomic(0)

    init(_ limit: Int) {
        self.limit = limit
    }

    func take() -> EventPlace? {
        if taken.add(1, ordering: .acquiringAndReleasing).newValue <= limit { return EventPlace(self) }
        giveBack()
        return nil
    }

    fileprivate func giveBack() {
        taken.subtract(1, ordering: .acquiringAndReleasing)
    }
}

/// The place of one stream, given back with its last reference.
final class EventPlace: Sendable {
    private let places: EventPlaces

    fileprivate init(_ places: EventPlaces) {
        self.places = places
    }

    deinit { places.giveBack() }
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
    var reply: ResetReply?
    var report: GenerationReport?

    init(stateOf history: ResetHistory) {
        event = .state
        ready = history.isUsable
        generation = history.generation
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
