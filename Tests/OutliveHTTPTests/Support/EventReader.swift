internal import Foundation
internal import OutliveWire

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

/// Reads a stream of events line by line.
struct EventReader {
    private let client: Client
    private var rest: [UInt8] = []

    /// Requests a stream.
    ///
    /// - Parameter receiveBuffer: As for `Client`.
    init(_ service: Service, receiveBuffer: Int32? = nil) async throws {
        client = try await Client(service.url, receiveBuffer: receiveBuffer)
        try await client.send(service.request("GET", "/events"))
    }

    /// Returns the next event that is no sign of life, or `nil` after the server closed.
    mutating func next() async throws -> EventLine? {
        while let line = try await nextOfAll() {
            if line != .alive { return line }
        }
        return nil
    }

    /// Returns the next line, or `nil` after the server closed.
    mutating func nextOfAll() async throws -> EventLine? {
        while true {
            // Lines of the head and of the chunks are no objects.
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[..<end]
                rest = Array(rest[(end + 1)...])
                if line.first == UInt8(ascii: "{") { return try JSONDecoder().decode(EventLine.self, from: Data(line)) }
            }
            let more = try await client.connection.read(atMost: 65_536, until: Client.patience)
            if more.isEmpty { return nil }
            rest += more
        }
    }
}

/// Streams are only written by the server.
extension EventLine: Decodable {
    private struct Other: Decodable {
        var event: String
        var reply: ResetReply?
        var report: GenerationReport?
    }

    /// Reads a line; `event` names the kind.
    public init(from decoder: any Decoder) throws {
        let other = try Other(from: decoder)
        switch (other.event, other.reply, other.report) {
        case ("state", _, _): self = .state(try ReadyAnswer(from: decoder))
        case ("began", _, _): self = .began
        case ("ended", let reply?, _): self = .ended(reply)
        case ("settled", _, let report?): self = .settled(report)
        case ("alive", _, _): self = .alive
        default: throw DecodingError.valueNotFound(EventLine.self, .init(codingPath: [], debugDescription: "\(other)"))
        }
    }
}
