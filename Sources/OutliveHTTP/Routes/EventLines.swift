#if LiveReset
internal import FlyingSocks
internal import Outlive

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The events of a history from now on, as lines of JSON.
struct EventLines: AsyncBufferedSequence {
    typealias Element = UInt8

    private let lines: AsyncStream<EventLine>
    private let place: EventPlace

    /// - Parameters:
    ///   - heartbeat: how often a line says that the stream is alive.
    ///   - place: held until the last line was asked for.
    init(_ history: ResetHistory, every heartbeat: Duration, _ place: EventPlace) {
        self.place = place
        let (lines, continuation) = AsyncStream.makeStream(of: EventLine.self, bufferingPolicy: .bufferingNewest(1_000))
        self.lines = lines
        // Listening comes first: what happens in between is then told.
        let events = history.events()
        continuation.yield(EventLine(stateOf: history))
        let relay = Task.detached {
            for await event in events { continuation.yield(EventLine(event)) }
        }
        let pulse = Task.detached {
            while (try? await Task.sleep(for: heartbeat)) != nil { continuation.yield(.alive) }
        }
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
        fileprivate let place: EventPlace

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
