internal import Outlive
internal import OutliveHTTPServer
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The route `GET /events`, which streams events as lines of JSON.
struct EventRoute: Sendable {
    private let history: ResetHistory
    private let limits: HTTPLimits
    private let limiter: Limiter

    /// Creates the route.
    ///
    /// - Parameter limiter: The limit shared with waiting calls. Each stream holds a permit.
    init(_ history: ResetHistory, _ limits: HTTPLimits, _ limiter: Limiter) {
        self.history = history
        self.limits = limits
        self.limiter = Limiter(limits.eventStreams, of: limiter)
    }

    /// Begins a stream, which ends when the client disconnects.
    ///
    /// - Throws: `Refusal` with 503 if the limit is reached.
    func response(to request: HTTPRequest) throws -> HTTPResponse {
        _ = try request.checkedQuery()
        guard let permit = limiter.take() else {
            throw Refusal.forNow(
                "\(limits.eventStreams) streams of events, or \(limits.waiting) of them and calls, are open, and more "
                    + "are not served; try again")
        }
        var fields = HTTPResponse.fieldsOfJSON
        fields["Content-Type"] = "application/x-ndjson"
        let lines = lines(until: request.departure).map { line in
            // The permit is released with the stream.
            _ = permit
            return Array(try JSONEncoder.compact.encode(line)) + [UInt8(ascii: "\n")]
        }
        return HTTPResponse(fields: fields, body: .parts(lines))
    }

    /// Returns the current state and all later events.
    ///
    /// If a client reads too slowly, its stream ends after the last event before the gap.
    private func lines(until departure: Departure) -> AsyncStream<EventLine> {
        let (lines, continuation) = AsyncStream.makeStream(
            of: EventLine.self, bufferingPolicy: .bufferingOldest(limits.eventBacklog))
        // The subscription comes before the state, so that no event between them is lost.
        let events = history.events()
        continuation.yield(.state(ReadyAnswer(history)))
        let relay = Task.detached {
            for await event in events {
                if case .dropped = continuation.yield(EventLine(event)) { break }
            }
            continuation.finish()
        }
        let pulse = Task.detached { [heartbeat = limits.heartbeat] in
            while (try? await Task.sleep(for: heartbeat)) != nil { continuation.yield(.alive) }
        }
        departure.then { continuation.finish() }
        continuation.onTermination = { _ in
            relay.cancel()
            pulse.cancel()
        }
        return lines
    }
}

/// A line of the event stream.
enum EventLine: Equatable {
    /// The first line: the current state.
    case state(ReadyAnswer)
    case began
    /// A reset or ping ended or was refused.
    case ended(ResetReply)
    /// An ended generation has settled.
    case settled(GenerationReport)
    /// A heartbeat without an event.
    case alive

    init(_ event: ResetEvent) {
        self =
            switch event {
            case .began: .began
            case .ended(let reply): .ended(reply)
            case .settled(let report): .settled(report)
            }
    }
}

extension EventLine: Encodable {
    private enum CodingKeys: String, CodingKey {
        case event, reply, report
    }

    /// Encodes the line as an object with the kind in `event` and the values in further fields.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .state(let state):
            try values.encode("state", forKey: .event)
            try state.encode(to: encoder)
        case .began:
            try values.encode("began", forKey: .event)
        case .ended(let reply):
            try values.encode("ended", forKey: .event)
            try values.encode(reply, forKey: .reply)
        case .settled(let report):
            try values.encode("settled", forKey: .event)
            try values.encode(report, forKey: .report)
        case .alive:
            try values.encode("alive", forKey: .event)
        }
    }
}
