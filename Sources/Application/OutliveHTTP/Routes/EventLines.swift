#if LiveReset
internal import FlyingSocks
internal import Outlive

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The events of a history from now on, as lines of JSON.
///
/// The stream ends for a client that reads too slowly, after the last event before the gap. A new stream begins with
/// the current state.
struct EventLines: AsyncBufferedSequence {
    typealias Element = UInt8

    private let lines: AsyncStream<EventLine>
    private let place: Place

    /// - Parameters:
    ///   - place: The place of the stream, released with it.
    ///   - departure: Ends the stream when the client disconnects.
    init(_ history: ResetHistory, _ limits: HTTPLimits, _ place: Place, until departure: Departure) {
        self.place = place
        let (lines, continuation) = AsyncStream.makeStream(
            of: EventLine.self, bufferingPolicy: .bufferingOldest(limits.eventBacklog))
        self.lines = lines
        // The subscription comes before the state, so that no event between them is lost.
        let events = history.events()
        continuation.yield(.state(ReadyAnswer(history)))
        let relay = Task.detached {
            for await event in events {
                if case .dropped = continuation.yield(EventLine(event)) { break }
            }
            continuation.finish()
        }
        let pulse = Task.detached {
            while (try? await Task.sleep(for: limits.heartbeat)) != nil { continuation.yield(.alive) }
        }
        departure.then { continuation.finish() }
        continuation.onTermination = { _ in
            relay.cancel()
            pulse.cancel()
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(lines: lines.makeAsyncIterator(), place: place)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var lines: AsyncStream<EventLine>.Iterator
        fileprivate let place: Place

        mutating func next() async throws -> UInt8? {
            preconditionFailure("a stream of lines is read by the line")
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard let line = await lines.next() else { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(line)) + [UInt8(ascii: "\n")]
        }
    }
}
#endif
