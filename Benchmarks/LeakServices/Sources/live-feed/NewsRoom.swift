import Foundation

struct Headline: Sendable {
    let text: String
    let at = Date()
}

/// The headlines that a reader has seen so far.
final class Reader: @unchecked Sendable {
    let name: String
    private(set) var seen: [Headline] = []
    init(name: String) { self.name = name }

    func see(_ headline: Headline) {
        seen.append(headline)
        if seen.count > 20 { seen.removeFirst(10) }
    }
}

/// Publishes headlines to its listeners.
actor NewsRoom {
    private var listeners: [UUID: AsyncStream<Headline>.Continuation] = [:]

    func listen() -> (UUID, AsyncStream<Headline>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Headline.self, bufferingPolicy: .bufferingNewest(4))
        let id = UUID()
        listeners[id] = continuation  // TRUE CULPRIT of --leak stream: never finished, never removed
        return (id, stream)
    }

    func publish(_ headline: Headline) {
        for listener in listeners.values { listener.yield(headline) }
    }

    func leave(_ id: UUID) { listeners.removeValue(forKey: id)?.finish() }
}

struct FollowService: Sendable {
    let newsRoom: NewsRoom
    let leavesAtEnd: Bool

    func visit(by name: String) async -> String {
        let reader = Reader(name: name)
        let (id, headlines) = await newsRoom.listen()
        Task { for await headline in headlines { reader.see(headline) } }
        await newsRoom.publish(Headline(text: "\(name) reads the news"))
        if leavesAtEnd { await newsRoom.leave(id) }
        return "welcome, \(name)"
    }
}
