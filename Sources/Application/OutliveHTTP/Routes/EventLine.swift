#if LiveReset
internal import Outlive
internal import OutliveWire

/// A line of the event stream.
enum EventLine: Equatable {
    /// The first line: the current state.
    case state(ReadyAnswer)
    case began
    /// A reset or ping ended or was refused.
    case ended(ResetReply)
    /// An ended generation has settled.
    case settled(GenerationReport)
    /// A sign of life without an event.
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

extension EventLine: Codable {
    private enum Kind: String, Codable {
        case state, began, ended, settled, alive
    }

    private enum CodingKeys: String, CodingKey {
        case event, reply, report
    }

    /// Reads a line; `event` selects the kind, and its values are beside it.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self =
            switch try values.decode(Kind.self, forKey: .event) {
            case .state: .state(try ReadyAnswer(from: decoder))
            case .began: .began
            case .ended: .ended(try values.decode(ResetReply.self, forKey: .reply))
            case .settled: .settled(try values.decode(GenerationReport.self, forKey: .report))
            case .alive: .alive
            }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .state(let state):
            try values.encode(Kind.state, forKey: .event)
            try state.encode(to: encoder)
        case .began:
            try values.encode(Kind.began, forKey: .event)
        case .ended(let reply):
            try values.encode(Kind.ended, forKey: .event)
            try values.encode(reply, forKey: .reply)
        case .settled(let report):
            try values.encode(Kind.settled, forKey: .event)
            try values.encode(report, forKey: .report)
        case .alive:
            try values.encode(Kind.alive, forKey: .event)
        }
    }
}
#endif
