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
/// A client that reads so slowly that one would be lost gets those before it, and then the end: it has to ask again,
/// and begins with how things are.
struct EventLines: AsyncBufferedSequence {
    typealias Element = UInt8

    private let lines: AsyncStream<EventLine>
    private let place: Place

    /// - Parameters:
    ///   - place: held until the last line was asked for.
    ///   - departure: ends the stream.
    init(_ history: ResetHistory, _ limits: HTTPLimits, _ place: Place, until departure: Departure) {
        self.place = place
        let (lines, continuation) = AsyncStream.makeStream(
            of: EventLine.self, bufferingPolicy: .bufferingOldest(limits.eventBacklog))
        self.lines = lines
        // Listening comes first: what happens in between is then told.
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
